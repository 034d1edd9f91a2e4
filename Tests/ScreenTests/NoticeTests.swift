import Foundation
import TestSupport
import TestTraits
import Testing

/// Tests the notices for a user who looks at another window.
@Suite(.serialized, .timeLimit(.minutes(10)), .sandboxed) struct NoticeTests {
    /// Opens bo's chat with kim, while ana has another chat with him.
    private func boBetweenTwoChats(settings: String) async throws -> Meeting {
        let meeting = try await Meeting.inAChat()
        try meeting.bo.save(settings: settings)
        let kim = try PersonAtScreen("kim")
        try await kim.register(at: meeting.server)
        try await meeting.bo.invite("@kim:localhost")
        try await meeting.bo.waitForList(of: "ana", toShow: "")
        return meeting
    }

    @Test func unfocusedTerminalRingsAndNotifiesTheDesktop() async throws {
        let meeting = try await boBetweenTwoChats(settings: "notices.desktop = \"osc777\"\n")
        let (ana, bo) = (meeting.ana, meeting.bo)
        bo.screen.send("\u{1B}[I")
        try await ana.say("while he looks")
        try await bo.screen.waitFor("ana: while he looks")
        try await bo.screen.waitUntil("the count in the title") { $0.title == "(1) Confab" }
        #expect(bo.screen.screen.bells == 0)
        #expect(bo.screen.screen.notices.isEmpty)

        // Reports a loss of focus without a key, because a key would count as presence.
        bo.screen.send("\u{1B}[O")
        try await ana.say("while he is away")
        try await bo.screen.waitUntil("a notice") { !$0.notices.isEmpty }
        #expect(bo.screen.screen.notices == ["notify;ana;while he is away"])
        #expect(bo.screen.screen.bells == 1)
        try await bo.screen.waitUntil("the count in the title") { $0.title == "(2) Confab" }

        bo.screen.send("\u{1B}[I")
        bo.screen.send(.meta("g"))
        try await bo.screen.waitFor("while he is away")
        try await bo.screen.waitUntil("a title without a count") { $0.title == "Confab" }
        bo.screen.send(.control("c"), .control("c"))
        #expect(try await bo.screen.waitForExit() == .status(0))
        #expect(bo.screen.screen.title.isEmpty)
        #expect(bo.screen.screen.bells == 1)
        bo.screen.expectLeftAsFound()
    }

    @Test func notificationCommandGetsTextWithoutAShell() async throws {
        let meeting = try await boBetweenTwoChats(
            settings: """
                [notices]
                bell = false
                desktop = "off"
                command = ["sh", "-c", "printf '%s|%s|%s' \\"$1\\" \\"$CONFAB_TEXT\\" \\"$CONFAB_UNREAD\\" > \\"$HOME/told\\"", "sh", "{title}"]
                """)
        let (ana, bo) = (meeting.ana, meeting.bo)
        bo.screen.send("\u{1B}[O")
        try await ana.say("$(touch /tmp/never) `id \"; --")
        let told = bo.home.path + "/told"
        try await bo.screen.waitUntil("the command's file") { _ in
            FileManager.default.contents(atPath: told)?.isEmpty == false
        }
        #expect(try String(contentsOfFile: told, encoding: .utf8) == "ana|$(touch /tmp/never) `id \"; --|1")
        #expect(bo.screen.screen.bells == 0)
        #expect(bo.screen.screen.notices.isEmpty)
        #expect(bo.screen.unknownSequences.isEmpty)
    }
}
