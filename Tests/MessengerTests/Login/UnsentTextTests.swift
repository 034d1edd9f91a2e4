import Conversations
import Storage
import Testing

@testable import Presentation

@Suite(.timeLimit(.minutes(5))) struct UnsentTextTests {
    private func text(_ lines: [OutboxLine], drafts: [Draft] = []) -> String {
        var tea = Story.chat(Story.chatID)
        tea.givenName = "Tea"
        return UnsentText.build(
            UnsentTexts(chats: [tea], drafts: drafts, lines: lines), account: "@ana:x", server: "https://x",
            now: Story.noon)
    }

    @Test func unsentTextListsLinesInOrderThenDraftPerChat() throws {
        var second = Story.outboxLine("second")
        second.mayHaveLeft = true
        let text = text(
            [Story.outboxLine("first"), second, Story.outboxLine("third", .failed(reason: .said("too large")))],
            drafts: [Draft(chatID: "!unknown", text: "one\ntwo"), Draft(chatID: Story.chatID, text: "half a li")])
        #expect(text.contains("the session of @ana:x at https://x ended"))
        let places = try [
            "=== Tea (!tea)", "line, not sent\nfirst\n", "line, may have been sent: look for it first\nsecond\n",
            "line, refused: too large\nthird\n", "--- draft\nhalf a li\n", "=== A chat without a name here (!unknown)",
            "--- draft\none\ntwo\n",
        ].map { try #require(text.firstRange(of: $0)).lowerBound }
        #expect(places == places.sorted())
    }

    @Test func changesNameTheirKindAndTarget() {
        let text = text([
            line(.edit(of: .event("$1")), "other words"), line(.reaction(to: .event("$2"), key: "👍"), "👍"),
            line(.redaction(of: .line("a"), reason: nil), ""), line(.message, "waves", isEmote: true),
        ])
        #expect(text.contains("new words for $1, not sent\nother words\n"))
        #expect(text.contains("reaction 👍 to $2, not sent\n"))
        #expect(text.contains("deletion of a line above, not sent\n"))
        #expect(text.contains("not sent\n/me waves\n"))
    }

    @Test func unsentTextFileIsSanitized() {
        let text = text(
            [line(.message, "forwarded \u{1B}]0;x\u{7}")], drafts: [Draft(chatID: "!\u{9B}1m", text: "\u{1B}[2J")])
        #expect(text.unicodeScalars.allSatisfy { $0 == "\n" || !($0.value < 0x20 || (0x7F..<0xA0).contains($0.value)) })
    }

    private func line(_ purpose: OutboxLine.Purpose, _ body: String, isEmote: Bool = false) -> OutboxLine {
        OutboxLine(
            id: body, chatID: Story.chatID, type: "m.room.message", purpose: purpose, kind: isEmote ? .emote : .text,
            body: body,
            content: "{}", acceptedAt: Story.noon, state: .queued)
    }
}
