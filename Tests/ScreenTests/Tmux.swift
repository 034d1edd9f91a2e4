import Foundation
import TestSupport

/// A separate tmux with a program in each of two adjacent panes. It ends when the object is deallocated.
final class Tmux: Sendable {
    static let path = ["/usr/bin/tmux", "/usr/local/bin/tmux"]
        .first { FileManager.default.isExecutableFile(atPath: $0) }

    private let home: Sandbox

    /// Starts the program for each user with their environment, in 80 columns and 24 rows each.
    init(left: [String: String], right: [String: String]) async throws {
        home = try Sandbox()
        try await run("new-session", "-d", "-x", "161", "-y", "25", "-s", "s", Tmux.command(left))
        try await run("split-window", "-h", "-t", "s", Tmux.command(right))
        try await run("resize-pane", "-t", "s:0.0", "-x", "80")
    }

    deinit {
        let process = Process()
        process.executableURL = URL(filePath: Tmux.path ?? "tmux")
        process.arguments = ["-S", home.path + "/tmux", "kill-server"]
        process.standardError = FileHandle.nullDevice
        // If tmux has ended already, there is nothing to do.
        guard (try? process.run()) != nil else { return }
        process.waitUntilExit()
    }

    /// - Parameter pane: The pane's number. 0 is the left one.
    func type(_ text: String, in pane: Int) async throws {
        try await run("send-keys", "-t", "s:0.\(pane)", "-l", text)
    }

    /// - Parameter key: The key's name in tmux.
    func press(_ key: String, in pane: Int) async throws {
        try await run("send-keys", "-t", "s:0.\(pane)", key)
    }

    func resize(pane: Int, width: Int) async throws {
        try await run("resize-pane", "-t", "s:0.\(pane)", "-x", String(width))
    }

    func rows(of pane: Int) async throws -> [String] {
        try await run("capture-pane", "-p", "-t", "s:0.\(pane)").split(
            separator: "\n", omittingEmptySubsequences: false
        ).map(String.init)
    }

    func wait(for text: String, endingIn status: String = "", in pane: Int) async throws {
        try await wait("“\(text)” … “\(status)”", in: pane) { rows in
            rows.contains { $0.contains(text) && $0.hasSuffix(status) }
        }
    }

    func wait(_ description: String, in pane: Int, until condition: ([String]) -> Bool) async throws {
        while true {
            let rows = try await rows(of: pane)
            if condition(rows) { return }
            guard await Pause.milliseconds(50) else {
                throw ScreenFailure.notSeen(description, screen: rows.joined(separator: "\n"))
            }
        }
    }

    @discardableResult
    private func run(_ arguments: String...) async throws -> String {
        let process = try CommandProcess(
            Tmux.path ?? "tmux", arguments: ["-S", home.path + "/tmux", "-f", "/dev/null"] + arguments,
            environment: home.environment)
        let result = try await process.waitForExit()
        guard result.exit == .status(0) else {
            throw ScreenFailure.notStarted(program: "tmux \(arguments)", reason: result.errors)
        }
        return result.output
    }

    private static func command(_ environment: [String: String]) -> String {
        var environment = environment
        environment["TERM"] = "tmux-256color"
        let words = environment.sorted { $0.key < $1.key }.map { "'\($0.key)=\($0.value)'" }
        return "env -i \(words.joined(separator: " ")) '\(ProgramLocation.confab)'; echo left with $?; sleep 600"
    }
}
