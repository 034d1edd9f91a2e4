import Conversations
import GRDB

extension Message {
    static let columns = """
        event_id, sender, timestamp, kind, body, subject_id, subject_name, subject_change, is_removed, \
        transaction_id, source
        """

    /// From a row that has ``columns`` from `index` on.
    init(row: Row, at index: Int) {
        self.init(
            eventID: row[index], sender: row[index + 1], timestamp: row[index + 2],
            kind: Kind(rawValue: row[index + 3]) ?? .unknown, body: row[index + 4],
            detail: MembershipChange(row: row, at: index + 5), isRemoved: row[index + 8],
            transactionID: row[index + 9], source: row[index + 10])
    }

    /// The same event without what was said.
    var withoutContent: Message {
        Message(
            eventID: eventID, sender: sender, timestamp: timestamp, kind: kind, body: "",
            detail: detail.map { MembershipChange(userID: $0.userID, displayName: nil, what: $0.what) },
            isRemoved: true, transactionID: transactionID, source: "{}")
    }

    /// Whether it is something said, for the list of chats, and still there.
    var isSaid: Bool {
        switch kind {
        case .text, .emote, .notice, .encrypted: !isRemoved
        case .membership, .chatChanged, .relation, .unknown: false
        }
    }

    /// ``isSaid`` for a row of `messages`.
    static let isSaidCondition = "is_removed = 0 AND kind IN ('text', 'emote', 'notice', 'encrypted')"
}

extension MembershipChange {
    fileprivate init?(row: Row, at index: Int) {
        guard let userID: String = row[index], let name: String = row[index + 2], let what = What(rawValue: name)
        else { return nil }
        self.init(userID: userID, displayName: row[index + 1], what: what)
    }
}
