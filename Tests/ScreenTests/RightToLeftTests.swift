import TestSupport
import TestTraits
import Testing

/// Tests a conversation in Hebrew and Arabic, compared with pictures, and which side reorders the text.
@Suite(.serialized, .timeLimit(.minutes(10)), .sandboxed) struct RightToLeftTests {
    @Test func hebrewAndArabicConversationMatchesSnapshots() async throws {
        let meeting = try await Meeting.inAChat()
        let (ana, bo) = (meeting.ana, meeting.bo)
        try await ana.say("שלום בו, מה שלומך?", seenAs: "?ךמולש המ ,וב םולש")
        try await bo.say("hello! פגישה ב-10:30 (חדר 4)", seenAs: "(4 רדח) 10:30-ב השיגפ")
        try await ana.say(
            "הפגישה של צוות השחרור נדחתה ליום שלישי בשעה 14:00, אנא עדכנו את Kim ואת כל מי שצריך לדעת על כך.",
            seenAs: "Kim")
        try await bo.say("مرحبا", seenAs: "\u{FE8E}\u{FE92}\u{FEA3}\u{FEAE}\u{FEE3}")
        try await ana.screen.waitFor("\u{FE8E}\u{FE92}\u{FEA3}\u{FEAE}\u{FEE3}")
        try await ana.screen.waitUntil("read") { $0.rows.contains { $0.hasSuffix(" read") } }
        ana.screen.send("תודה Bo")
        for (width, height) in [(80, 24), (40, 10)] {
            ana.screen.resize(width: width, height: height)
            try await ana.screen.waitForPicture("right-to-left")
        }
        #expect(ana.screen.unknownSequences.isEmpty)
    }

    @Test func textOrderSettingControlsTerminalReordering() async throws {
        let meeting = try await Meeting.inAChat()
        let (ana, bo) = (meeting.ana, meeting.bo)
        try await ana.say("שלום", seenAs: "םולש")
        #expect(!bo.screen.screen.ordersText)
        try await bo.screen.waitFor("םולש")
        try bo.save(settings: "[terminal]\ntext-order = \"terminal\"\n")
        try await bo.screen.waitFor("שלום")
        #expect(bo.screen.screen.ordersText)
        try bo.save(settings: "")
        try await bo.screen.waitFor("םולש")
        #expect(!bo.screen.screen.ordersText)
        bo.screen.send(.control("c"))
        bo.screen.send(.control("c"))
        #expect(try await bo.screen.waitForExit() == .status(0))
        bo.screen.expectLeftAsFound()
    }
}

extension PersonAtScreen {
    fileprivate func say(_ text: String, seenAs shown: String) async throws {
        screen.send(text)
        screen.send(.enter)
        try await screen.waitFor(shown)
        try await screen.waitUntilGone("sending…")
    }
}
