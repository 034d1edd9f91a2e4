import TestSupport

/// `confab --linear` with all that it says and all that was typed, in the order of reading.
final class Transcript {
    private let program: LineProcess
    private var lines: [String] = []

    /// - Parameter environment: what differs from the home's.
    init(_ home: Sandbox, _ arguments: [String] = [], environment: [String: String] = [:]) throws {
        program = try LineProcess(
            ProgramLocation.confab, arguments: ["--linear"] + arguments,
            environment: home.environment.merging(environment) { $1 })
    }

    /// What was typed stands behind a sign that no line of the program begins with.
    var text: String { lines.map { $0 + "\n" }.joined() }

    func type(_ line: String) {
        lines.append("> " + line)
        program.send(line)
    }

    /// Waits for a line that has a text, and keeps those that come before it as well.
    @discardableResult
    func hear(_ text: String) async throws -> String {
        while true {
            let line: String
            do {
                line = try await program.readLine()
            } catch {
                throw ScreenFailure.notSeen("a line with “\(text)”", screen: self.text + program.errors)
            }
            lines.append(line)
            if line.contains(text) { return line }
        }
    }

    /// Types the last line and waits until the program ended.
    func quit() async throws -> ProgramExit {
        type("/quit")
        try await hear("Confab has ended.")
        return try await program.waitForExit()
    }

    /// Compares it with what is kept, but for why a server that went away was not reached, which is chance.
    ///
    /// - Parameters:
    ///   - later: what was heard and typed in the next run.
    ///   - settle: puts something else in the place of what differs each time.
    func expect(
        _ name: String, followedBy later: Transcript? = nil, _ settle: (String) -> String = { $0 }
    ) throws {
        let whole = later.map { "\(text)\n\($0.text)" } ?? text
        let same = whole.replacing(#/(Connection: Offline since ).*/#) { $0.1 + "00:00" }
        try ScreenPicture.expect(settle(same), toMatch: "linear-\(name)", at: "lines")
    }
}
