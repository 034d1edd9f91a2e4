import Conversations
import GRDB

extension TimelineGap {
    /// The columns in the order in which ``init(row:position:)`` reads them.
    static let columns = "position, token, newer_token, newer_event_id"

    /// - Parameter position: the position at which a window shows it; `nil` for its own.
    init(row: Row, position: Int64? = nil) {
        let anchor = MessagePlace.bound(row[0])
        var onward: Onward?
        if let token: String = row[2], let eventID: String = row[3] { onward = Onward(token: token, eventID: eventID) }
        self.init(position: position ?? anchor, anchor: anchor, token: row[1], onward: onward)
    }

    /// Returns the gap, moved before another message.
    func moved(to position: Int64, token: String) -> TimelineGap {
        TimelineGap(position: position, token: token, onward: onward)
    }
}
