import Foundation
import Storage

extension Rescue {
    /// What happened to the database, in a person's words.
    var message: String {
        let name = (damagedPath as NSString).lastPathComponent
        let saved = [(lines, "unsent line"), (drafts, "draft"), (contacts, "contact")].filter { $0.0 > 0 }
            .map { "\($0) \($1)\($0 == 1 ? "" : "s")" }
        let kept = saved.isEmpty ? "Nothing in it was unsent" : "Saved from it: \(saved.joined(separator: ", "))"
        return "The database was damaged: it is kept as \(name). \(kept). The chats come again from the server."
    }
}
