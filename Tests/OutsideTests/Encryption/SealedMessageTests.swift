import TestSupport
import TestTraits
import Testing

/// Tests encrypted messages between Confab and matrix-nio, on the embedded homeserver and on Synapse.
@Suite(.serialized, .outside, .timeLimit(.minutes(10)), .sandboxed) struct SealedMessageTests {
    @Test(arguments: HomeKind.allCases)
    func encryptedRelationsWorkInBothDirections(kind: HomeKind) async throws {
        let chat = try await SealedChat.begin(at: kind)
        let (ana, kim, room) = (chat.ana, chat.kim, chat.roomID)
        try await ana.say("tea at for")
        let anas = try await kim.waitToRead("tea at for", in: room)
        try await ana.select("tea at for")
        ana.screen.send(.meta("e"))
        try await ana.screen.waitFor("Editing: tea at for")
        ana.screen.send(.control("u"))
        try await ana.say("tea at four")
        try await kim.waitUntil("the edit", in: room) { $0.edits(of: anas) == ["tea at four"] }

        let kims = try await kim.answer(anas, by: "yes, gladdy", in: room)
        try await ana.screen.waitFor("│ ana: tea at four")
        try await ana.screen.waitFor("yes, gladdy")
        try await kim.edit(kims, to: "yes, gladly", in: room)
        try await ana.screen.waitFor("yes, gladly", endingIn: "edited")
        _ = try await kim.react(to: anas, with: "👍", in: room)
        try await ana.screen.waitFor("👍 1")

        try await ana.select("yes, gladly")
        try await ana.act("+")
        try await ana.screen.waitFor("👍 thumbsup")
        ana.screen.send("thumbsup")
        try await ana.screen.waitFor("1 of ")
        ana.screen.send(.enter)
        try await ana.screen.waitFor("[👍 1]")
        try await kim.waitUntil("ana's sign", in: room) { $0.reactions(to: kims).map(\.key) == ["👍"] }
        ana.screen.send(.meta("r"))
        try await ana.screen.waitFor("Reply to kim: yes, gladly")
        try await ana.say("with cake")
        let cake = try await kim.waitToRead("with cake", in: room)
        #expect(try await kim.look(in: room).answered(by: cake) == kims)

        #expect(try await kim.look(in: room).sealedCount == 0)
        #expect(!ana.screen.screen.contains("Encrypted:"))
        #expect(ana.screen.unknownSequences.isEmpty)
        try await ana.expectSealed(5, without: ["tea at", "yes, gla", "with cake"], in: room, at: chat.home)
    }

    @Test(arguments: HomeKind.allCases)
    func encryptedChatContinuesAfterEitherRestarts(kind: HomeKind) async throws {
        let chat = try await SealedChat.begin(at: kind)
        let (ana, kim, room) = (chat.ana, chat.kim, chat.roomID)
        try await ana.say("line one")
        try await kim.waitToRead("line one", in: room)
        try await kim.say("line two", in: room)
        try await ana.screen.waitFor("line two")

        ana.screen.terminate()
        _ = try await ana.screen.waitForExit()
        try await kim.say("line three", in: room)
        try ana.open()
        for line in ["line one", "line two", "line three"] { try await ana.screen.waitFor(line) }
        try await ana.say("line four")
        try await kim.waitToRead("line four", in: room)
        #expect(try await kim.look(in: room).sealedCount == 0)

        try await kim.restart()
        try await ana.say("line five")
        try await kim.waitToRead("line five", in: room)
        try await kim.say("line six", in: room)
        try await ana.screen.waitFor("line six")
        #expect(try await kim.look(in: room).sealedCount == 0)
        #expect(!ana.screen.screen.contains("Encrypted:"))
        try await ana.expectSealed(6, without: ["line "], in: room, at: chat.home)
    }
}
