import Testing

@testable import Messenger

@Suite(.timeLimit(.minutes(5))) struct ComposedLineTests {
    @Test(arguments: ["", " ", "\n\t  \n"])
    func whitespaceIsNotSent(text: String) {
        #expect(ComposedLine(text: text, isConfirmed: false, isEncrypted: false) == .nothing)
    }

    @Test func meWithoutTextIsIncomplete() {
        guard case .incomplete = ComposedLine(text: "/me  ", isConfirmed: false, isEncrypted: false) else {
            Issue.record("/me alone is incomplete")
            return
        }
        #expect(
            ComposedLine(text: "/me waves", isConfirmed: false, isEncrypted: false) == .message("waves", isEmote: true))
    }

    @Test func unknownCommandIsSentOnlyWhenConfirmed() {
        #expect(
            ComposedLine(text: "/etc/hosts is here", isConfirmed: false, isEncrypted: false)
                == .unknownCommand("/etc/hosts"))
        #expect(
            ComposedLine(text: "/etc/hosts is here", isConfirmed: true, isEncrypted: false)
                == .message("/etc/hosts is here", isEmote: false))
    }

    @Test func doubleSlashIsSentAsSlash() {
        #expect(
            ComposedLine(text: "//quit", isConfirmed: false, isEncrypted: false) == .message("/quit", isEmote: false))
    }

    @Test func typedFormRoundTrips() {
        for (body, isEmote) in [("hello", false), ("waves", true), ("/etc", false)] {
            let typed = ComposedLine.typed(body, isEmote: isEmote)
            #expect(
                ComposedLine(text: typed, isConfirmed: false, isEncrypted: false) == .message(body, isEmote: isEmote))
        }
    }

    private func excess(of text: String, isEncrypted: Bool = false) -> Int? {
        let line = ComposedLine(text: text, isConfirmed: false, isEncrypted: isEncrypted)
        guard case .tooLong(let excess) = line else { return nil }
        return excess
    }

    @Test(arguments: [false, true]) func lineOverEventLimitReportsExcess(isEncrypted: Bool) {
        let most = ComposedLine.maximumTextBytes(isEncrypted: isEncrypted)
        #expect(excess(of: String(repeating: "x", count: most), isEncrypted: isEncrypted) == nil)
        #expect(excess(of: String(repeating: "x", count: most + 1), isEncrypted: isEncrypted) == 1)
        #expect(excess(of: String(repeating: "\"", count: 40_000)) != nil)
    }
}
