import Conversations

/// The stored form: one Matrix ID per line, and `@room` if everybody is mentioned.
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

    /// The mentions with texts that the database can store without loss.
    var storable: MessageMentions { MessageMentions(stored: stored.storable) }
}
