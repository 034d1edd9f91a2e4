import Foundation

/// The options of the surrounding tmux that matter to the program.
struct TmuxOptions: Hashable {
    static let names = [
        "version", "focus-events", "set-clipboard", "allow-passthrough", "set-titles", "escape-time",
        "client_termfeatures",
    ]

    private let values: [String: String]

    /// - Parameter line: the values of ``names`` separated by tabs, as tmux prints them.
    init?(line: String) {
        let parts = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == Self.names.count else { return nil }
        values = Dictionary(uniqueKeysWithValues: zip(Self.names, parts))
    }

    subscript(name: String) -> String { values[name] ?? "" }

    func isOn(_ name: String) -> Bool { !["", "0", "off"].contains(self[name]) }

    /// - Returns: `nil` if tmux doesn't answer.
    static func read() -> TmuxOptions? {
        let format = names.map { "#{\($0)}" }.joined(separator: "\t")
        let tmux = Process()
        let output = Pipe()
        tmux.executableURL = URL(filePath: "/usr/bin/env")
        tmux.arguments = ["tmux", "display-message", "-p", format]
        tmux.standardOutput = output
        tmux.standardError = FileHandle.nullDevice
        tmux.standardInput = FileHandle.nullDevice
        do {
            try tmux.run()
            let said = try output.fileHandleForReading.readToEnd() ?? Data()
            tmux.waitUntilExit()
            return TmuxOptions(line: String(decoding: said, as: UTF8.self).trimmingCharacters(in: .newlines))
        } catch {
            return nil
        }
    }
}
