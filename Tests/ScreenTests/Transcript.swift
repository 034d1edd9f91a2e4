import TestSupport

/// A run of `confab --linear` with its output and the typed lines, in reading order.
final class Transcript {
    private let program: LineProcess
    private var lines: [String] = []

    /// - Parameter environment: The variables that differ from the sandbox's environment.
    init(_ home: Sandbox, _ arguments: [String] = [], environment: [String: String] = [:]) throws {
        program = try LineProcess(
            ProgramLocation.confab, arguments: ["--linear"] + arguments,
            environment: home.environment.merging(environment) { $1 })
    }

    /// The transcript. Typed lines begin with a mark that no line of the program begins with.
    var text: String { lines.map { $0 + "\n" }.joined() }

    func type(_ line: String) {
        lines.append("> " + line)
        program.send(line)
    }

    /// Waits for a line that contains a text, and records the lines before it as well.
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

    /// Types the last line and waits until the program has ended.
    func quit() async throws -> ProgramExit {
        type("/quit")
        try await hear("Confab has ended.")
        return try await program.waitForExit()
    }

    /// Compares the transcript with the stored one. The reason why a stopped server was unreachable is left out,
    /// because it varies.
    ///
    /// - Parameters:
    ///   - later: The transcript of the next run.
    ///   - settle: Replaces the parts that differ in each run.
    func expect(
        _ name: String, followedBy later: Transcript? = nil, _ settle: (String) -> String = { $0 }
    ) throws {
        let whole = later.map { "\(text)\n\($0.text)" } ?? text
        let same = whole.replacing(#/(Connection: Offline since ).*/#) { $0.1 + "00:00" }
        try ScreenPicture.expect(settle(same), toMatch: "linear-\(name)", at: "lines")
    }
}
