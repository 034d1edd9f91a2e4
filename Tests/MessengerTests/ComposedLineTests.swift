import Testing

@testable import Messenger

@Suite struct ComposedLineTests {
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

    @Test func aLineTooLongForAnEventIsToldBeforeItIsAccepted() {
        #expect(ComposedLine(text: String(repeating: "x", count: 59_000), isConfirmed: false) != .tooLong)
        #expect(ComposedLine(text: String(repeating: "x", count: 60_001), isConfirmed: false) == .tooLong)
        #expect(ComposedLine(text: String(repeating: "\"", count: 40_000), isConfirmed: false) == .tooLong)
    }
}
