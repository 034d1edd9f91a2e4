/// `confab serve` as a process of its own, open to all, on a free port of loopback.
package final class TeamServer: Sendable {
    /// As `confab login` takes it.
    package let address: String
    private let home: Sandbox
    private let process: CommandProcess

    /// Starts it and waits until it says where it is.
    package init() async throws {
        home = try Sandbox()
        process = try CommandProcess(
            ProgramLocation.confab,
            arguments: ["serve", "--listen", "127.0.0.1:0", "--data", home.path + "/served", "--open-registration"],
            environment: home.environment)
        let deadline = ContinuousClock.now + .seconds(60)
        while true {
            let words = process.output.split(whereSeparator: \.isWhitespace)
            // The line has come whole once what stands behind the address is there.
            if words.contains("--register"), let address = words.first(where: { $0.hasPrefix("http://") }) {
                self.address = String(address)
                return
            }
            guard ContinuousClock.now < deadline else {
                throw ScreenFailure.notStarted(program: "confab serve", reason: process.output + process.errors)
            }
            try await Task.sleep(for: .milliseconds(5))
        }
    }

    /// Ends it and waits for that.
    package func stop() async throws -> CommandResult {
        process.terminate()
        return try await process.waitForExit()
    }
}
