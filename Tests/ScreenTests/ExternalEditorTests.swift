import Foundation
import TestSupport
import TestTraits
import Testing

/// Tests a draft in the user's own editor, which controls the terminal meanwhile.
@Suite(.serialized, .timeLimit(.minutes(10)), .sandboxed) struct ExternalEditorTests {
    /// Opens the chat with the guide for a user whose editor is a script.
    private func open(editor script: String) async throws -> PersonAtScreen {
        let ana = try PersonAtScreen("ana")
        let path = ana.home.path + "/editor"
        // A shell reads the script instead of executing the file, because a process that another test starts may
        // still have it open for writing.
        try Data("\(script)\n".utf8).write(to: URL(filePath: path))
        try await ana.beginWithGuide(environment: ["VISUAL": "sh '\(path)' -x", "EDITOR": "/nowhere"])
        return ana
    }

    @Test func editedTextReturnsAsAnUnsentDraft() async throws {
        let ana = try await open(
            editor: """
                [ "$1" = -x ] || exit 3
                [ "$(stat -c %a "$2")" = 600 ] || exit 4
                read -r answer; echo "$answer" >> "$2"
                """)
        ana.screen.send("first line")
        try await ana.screen.waitFor("▏first line")
        ana.screen.send(.control("x"))
        try await ana.screen.waitFor("^E your editor")
        ana.screen.send(.control("e"))
        // The terminal has its normal modes while the editor runs.
        try await ana.screen.waitUntil("a terminal for the editor") { _ in ana.screen.isTerminalSane }
        ana.screen.send("second line\r")
        try await ana.screen.waitFor("▏second line")
        #expect(ana.screen.screen.contains("▏first line"))
        #expect(!ana.screen.screen.contains("sending"))
        ana.screen.send(.enter)
        try await ana.screen.waitUntilGone("▏second line")
        try await ana.screen.waitFor("second line")
        let runtime = try FileManager.default.contentsOfDirectory(atPath: ana.home.path + "/run/confab")
        #expect(!runtime.contains { $0.hasPrefix("draft") })
        #expect(ana.screen.unknownSequences.isEmpty)
    }

    @Test func failedEditorKeepsTheDraft() async throws {
        let ana = try await open(editor: "echo gone > \"$2\"; exit 7")
        ana.screen.send("half a line")
        try await ana.screen.waitFor("▏half a line")
        ana.screen.send(.function(9))
        try await ana.screen.waitFor("The draft is as it was")
        #expect(ana.screen.screen.contains("status 7"))
        #expect(ana.screen.screen.contains("▏half a line"))
    }

    @Test func missingEditorIsReported() async throws {
        let ana = try PersonAtScreen("ana")
        try await ana.beginWithGuide(environment: ["VISUAL": "/nowhere/editor"], width: 120, height: 40)
        ana.screen.send(.function(9))
        try await ana.screen.waitFor("/nowhere/editor is not installed")
    }
}
