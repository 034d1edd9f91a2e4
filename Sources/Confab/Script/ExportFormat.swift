import ArgumentParser

/// The format of an exported chat.
enum ExportFormat: String, ExpressibleByArgument, CaseIterable {
    /// JSON Lines: an object for each message.
    case json
    /// Plain text.
    case text
    /// A web page without scripts. It loads nothing but the files beside it.
    case html

    /// The name of the file in the directory.
    var fileName: String {
        switch self {
        case .json: "messages.jsonl"
        case .text: "messages.txt"
        case .html: "index.html"
        }
    }
}
