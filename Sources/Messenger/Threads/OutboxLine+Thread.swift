import Conversations
import MatrixAPI

extension OutboxLine {
    /// The event with which the thread began in which it is said; `nil` where it is in none.
    var threadID: String? {
        guard purpose == .message, content.contains("m.thread"),
            let relation = (try? JSONValue(parsing: content))?["m.relates_to"],
            relation["rel_type"]?.string == "m.thread"
        else { return nil }
        return relation["event_id"]?.identifier
    }
}
