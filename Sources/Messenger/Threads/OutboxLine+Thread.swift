import Conversations
import MatrixAPI

extension OutboxLine {
    /// The first event of the thread that the message belongs to; `nil` outside of threads.
    var threadID: String? {
        guard purpose == .message, content.contains("m.thread"),
            let relation = (try? JSONValue(parsing: content))?["m.relates_to"],
            relation["rel_type"]?.string == "m.thread"
        else { return nil }
        return relation["event_id"]?.identifier
    }
}
