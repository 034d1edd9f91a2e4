import Conversations

/// Kept as lines, one a Matrix ID, and `@room` where everybody is called.
extension MessageMentions {
    private static let room: Substring = "@room"

    init(stored: String) {
        let lines = Set(stored.split(separator: "\n"))
        self.init(
            userIDs: Set(lines.subtracting([Self.room]).map(String.init)), isForRoom: lines.contains(Self.room))
    }

    var stored: String {
        let lines = userIDs.filter { !$0.contains("\n") && $0 != Self.room }.sorted()
        return (lines + (isForRoom ? [String(Self.room)] : [])).joined(separator: "\n")
    }

    /// With texts that come back from the database as they went in.
    var storable: MessageMentions { MessageMentions(stored: stored.storable) }
}
