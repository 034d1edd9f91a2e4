import Testing

@testable import Messenger

@Suite(.timeLimit(.minutes(2))) struct ComposedLineTests {
    @Test(arguments: ["", " ", "\n\t  \n"])
    func whiteSpaceAloneIsNotSent(text: String) {
        #expect(ComposedLine(text: text, isConfirmed: false) == .nothing)
    }

    @Test func meWithoutMoreSaysWhatIsMissing() {
        guard case .incomplete = ComposedLine(text: "/me  ", isConfirmed: false) else {
            Issue.record("/me alone is incomplete")
            return
        }
        #expect(ComposedLine(text: "/me waves", isConfirmed: false) == .message("waves", isEmote: true))
    }

    @Test func anUnknownCommandIsSentOnlyWhenItComesAgain() {
        #expect(ComposedLine(text: "/etc/hosts is here", isConfirmed: false) == .unknownCommand("/etc/hosts"))
        #expect(
            ComposedLine(text: "/etc/hosts is here", isConfirmed: true)
                == .message("/etc/hosts is here", isEmote: false))
    }

    @Test func twoSlashesSendOne() {
        #expect(ComposedLine(text: "//quit", isConfirmed: false) == .message("/quit", isEmote: false))
    }

    @Test func whatIsTypedAgainIsSentAgain() {
        for (body, isEmote) in [("hello", false), ("waves", true), ("/etc", false)] {
            let typed = ComposedLine.typed(body, isEmote: isEmote)
            #expect(ComposedLine(text: typed, isConfirmed: false) == .message(body, isEmote: isEmote))
        }
    }

    private func excess(of text: String) -> Int? {
        guard case .tooLong(let excess) = ComposedLine(text: text, isConfirmed: false) else { return nil }
        return excess
    }

    @Test func aLineTooLongForAnEventIsToldBeforeItIsAccepted() {
        #expect(excess(of: String(repeating: "x", count: ComposedLine.maximumTextBytes)) == nil)
        #expect(excess(of: String(repeating: "x", count: ComposedLine.maximumTextBytes + 1)) == 1)
        #expect(excess(of: String(repeating: "\"", count: 40_000)) != nil)
    }
}
