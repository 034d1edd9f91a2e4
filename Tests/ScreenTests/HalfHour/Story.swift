import Foundation

/// A sequence of actions and observations in a file: `Stories/<name>.txt`.
///
/// A line consists of a name or several, a colon, a verb of ``Stage/verbs`` and its argument. Headings and comments
/// begin with `#`. A line for only one of the two variants begins with its name: `in clear, ana: type tea`, or
/// `encrypted`.
struct Story: Sendable {
    let name: String
    let lines: [StoryLine]

    /// - Parameter isEncrypted: Whether the group is encrypted.
    init(_ name: String, isEncrypted: Bool) throws {
        let url = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Stories/\(name).txt")
        let text = String(decoding: try Data(contentsOf: url), as: UTF8.self)
        self.name = name
        lines = text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
            .compactMap { StoryLine($1, number: $0 + 1) }.filter { $0.isOfEncrypted ?? isEncrypted == isEncrypted }
    }
}
