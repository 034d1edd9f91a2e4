import Foundation

/// What people do one after the other, written down in a file: `Stories/<name>.txt`.
///
/// A line is a name or several, a colon, a verb of ``Stage/verbs`` and what it is about. Headings and comments begin with `#`.
struct Story: Sendable {
    let name: String
    let lines: [StoryLine]

    init(_ name: String) throws {
        let url = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Stories/\(name).txt")
        let text = String(decoding: try Data(contentsOf: url), as: UTF8.self)
        self.name = name
        lines = text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
            .compactMap { StoryLine($1, number: $0 + 1) }
    }
}
