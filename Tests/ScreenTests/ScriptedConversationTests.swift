import Foundation
import TestSupport
import TestTraits
import Testing

/// Tests a shell script that consists only of commands, for three accounts in one home.
@Suite(.serialized, .timeLimit(.minutes(10)), .sandboxed) struct ScriptedConversationTests {
    /// The output of commands by its title in confab-cli(7), with the sections of the page that describe it.
    private static let shapes = [
        "A chat": ["A chat"], "A joined chat": ["A joined chat"], "A sent line": ["A sent line"],
        "A message": ["A message"], "A found message": ["A message", "A found message"],
        "What is unread": ["What is unread"], "A device": ["A device"],
        "An exported message": ["A message", "An exported message"], "An imported chat": ["An imported chat"],
    ]

    @Test func threeScriptedAccountsConverseWithAndWithoutAScreen() async throws {
        let server = try await TeamServer()
        let ana = try PersonAtScreen("ana")
        for name in ["bo", "kim", "ana"] { try await PersonAtScreen(name, home: ana.home).register(at: server) }
        try ana.open(["--profile", "ana@localhost"])
        try await ana.screen.waitFor("online")
        try await ana.fillGroup(named: "Garden")
        ana.screen.send(.enter)
        try await ana.screen.waitFor("write a message")
        ana.screen.send("/invite @kim:localhost\r")
        try await ana.screen.waitFor("is invited.")

        try await talk(ana, expecting: 3)
        try await ana.screen.waitFor("I do, at")
        try await ana.screen.waitFor("--thanks, and /quit")
        #expect(ana.screen.unknownSequences.isEmpty)
        ana.screen.send(.control("c"), .control("c"))
        _ = try await ana.screen.waitForExit()
        try await talk(ana, expecting: 6)
        #expect(try await server.stop().exit == .status(0))
    }

    private func talk(_ person: PersonAtScreen, expecting count: Int) async throws {
        let script = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "Conversation/three-accounts.sh").path
        let output = person.home.path + "/said-\(count)"
        let changes = ["CONFAB": ProgramLocation.confab, "EXPECTED": String(count)]
        let shell = try CommandProcess(
            "/bin/sh", arguments: [script, output], environment: person.home.environment.merging(changes) { $1 })
        let result = try await shell.waitForExit()
        try #require(result.exit == .status(0) && result.errors.isEmpty, "\(result)")
        #expect(Set(try FileManager.default.contentsOfDirectory(atPath: output)) == Set(Self.shapes.keys))
        for (title, parts) in Self.shapes {
            let shape = try DocumentedShape(of: parts)
            let lines = try String(contentsOfFile: output + "/" + title, encoding: .utf8).split(separator: "\n")
            #expect(!lines.isEmpty, "\(title)")
            for line in lines { #expect(try shape.complaints(about: line) == [], "\(title): \(line)") }
        }
    }
}
