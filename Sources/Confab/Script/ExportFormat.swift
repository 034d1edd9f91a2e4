import ArgumentParser

/// How a chat is exported.
enum ExportFormat: String, ExpressibleByArgument, CaseIterable {
    /// An object for each message, one a line.
    case json
    /// Lines for people.
    case text
    /// A page that runs nothing, and loads nothing but what lies beside it.
    case html

    /// Of the file in a directory.
    var fileName: String {
        switch self {
        case .json: "messages.jsonl"
        case .text: "messages.txt"
        case .html: "index.html"
        }
    }
}
