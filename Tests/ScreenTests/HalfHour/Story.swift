import Foundation

/// What people do one after the other, written down in a file: `Stories/<name>.txt`.
///
/// A line is a name or several, a colon, a verb of ``Stage/verbs`` and what it is about. Headings and comments begin with `#`. A line of
/// one of the two ways to tell it begins with that: `in clear, ana: type tea`, or `encrypted`.
struct Story: Sendable {
    let name: String
    let lines: [StoryLine]

    /// - Parameter isEncrypted: whether the server can't read its group.
    init(_ name: String, isEncrypted: Bool) throws {
        let url = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Stories/\(name).txt")
        let text = String(decoding: try Data(contentsOf: url), as: UTF8.self)
        self.name = name
        lines = text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
            .compactMap { StoryLine($1, number: $0 + 1) }.filter { $0.isOfEncrypted ?? isEncrypted == isEncrypted }
    }
}
