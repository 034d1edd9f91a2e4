import Testing

@testable import Terminal

@Suite(.timeLimit(.minutes(5))) struct TerminalAnswersTests {
    private func answers(_ text: String) -> TerminalResponses {
        TerminalResponses(Array(text.replacing("^[", with: "\u{1B}").utf8))
    }

    @Test func repliesAreFoundBetweenTypedKeys() {
        let found = answers("ls^[P>|kitty(0.32)^[\\x^[[?1004;2$y^[[?2004;0$y^[P1+r4D73=1b^[\\^[[?62;52c")
        #expect(found.name == "kitty(0.32)")
        #expect(found.modes == [1004: true, 2004: false])
        #expect(found.hasClipboard == true)
        #expect(found.isComplete)
    }

    @Test func incompleteReplyIsIgnored() {
        let found = answers("^[P>|kitty^[[?1004;2$")
        #expect(found == answers(""))
        #expect(!found.isComplete && found.hasClipboard == nil && found.name == nil)
    }

    @Test func controlCharactersAreRemovedFromTheName() {
        #expect(answers("^[P>|a\u{9C}\u{202E}b\n^[\\").name == "ab")
    }
}
