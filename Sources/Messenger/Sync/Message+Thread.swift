import Conversations
import MatrixAPI

extension Message {
    /// The event with which the thread began in which it was said (client-server API, "Threading"); `nil` where it is in none.
    var threadID: String? {
        guard source.contains("m.thread"),
            let relation = (try? JSONValue(parsing: source))?["content"]?["m.relates_to"],
            relation["rel_type"]?.string == "m.thread"
        else { return nil }
        return relation["event_id"]?.identifier
    }
}
