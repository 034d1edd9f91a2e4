import Conversations
import GRDB

extension TimelineGap {
    /// What ``init(row:position:)`` reads, in that order.
    static let columns = "position, token, newer_token, newer_event_id"

    /// - Parameter position: where a window shows it; `nil` where it stands.
    init(row: Row, position: Int64? = nil) {
        let anchor = MessagePlace.bound(row[0])
        var onward: Onward?
        if let token: String = row[2], let eventID: String = row[3] { onward = Onward(token: token, eventID: eventID) }
        self.init(position: position ?? anchor, anchor: anchor, token: row[1], onward: onward)
    }

    /// The gap from now on before another message.
    func moved(to position: Int64, token: String) -> TimelineGap {
        TimelineGap(position: position, token: token, onward: onward)
    }
}
