import Testing

@testable import Terminal

@Suite(.timeLimit(.minutes(5))) struct DesktopNoticeTests {
    private func shown(
        _ sequence: NotificationSequence.Sequence?, _ environment: [String: String] = [:], title: String = "Bo",
        text: String = "hello"
    ) -> String? {
        NotificationSequence(sequence, environment: { environment[$0] }).map {
            String(decoding: $0.bytes(title: title, text: text, number: 7), as: UTF8.self)
                .replacing("\u{1B}", with: "^[").replacing("\u{7}", with: "^G")
        }
    }

    @Test func notificationSequencesAreFormatted() {
        #expect(shown(.osc9) == "^[]9;Bo: hello^G")
        #expect(shown(.osc777) == "^[]777;notify;Bo;hello^G")
        #expect(shown(.osc99) == "^[]99;i=confab-7:d=0;Bo^[\\^[]99;i=confab-7:d=1:p=body;hello^[\\")
        #expect(shown(.osc99, text: "") == "^[]99;i=confab-7:d=1;Bo^[\\")
        #expect(shown(.osc9, text: "") == "^[]9;Bo^G")
    }

    @Test func namesCannotInjectSequenceFields() {
        #expect(shown(.osc9, title: "4;1;50", text: "") == "^[]9;Confab: 4;1;50^G")
        #expect(shown(.osc777, title: "a;b") == "^[]777;notify;a,b;hello^G")
    }

    @Test(arguments: [
        (["TERM": "xterm-kitty"], "99"), (["TERM": "xterm-256color", "KITTY_WINDOW_ID": "1"], "99"),
        (["TERM_PROGRAM": "iTerm.app"], "9"), (["LC_TERMINAL": "iTerm2"], "9"), (["VTE_VERSION": "7402"], "777"),
        (["TERM_PROGRAM": "WezTerm"], "777"), (["TERM": "foot"], "777"), (["TERM": "rxvt-unicode-256color"], "777"),
        (["TERM_PROGRAM": "ghostty"], "777"),
    ])
    func environmentVariablesSelectTheSequence(environment: [String: String], number: String) {
        #expect(shown(nil, environment)?.hasPrefix("^[]\(number);") == true)
    }

    @Test func unknownTerminalGetsNoSequence() {
        #expect(shown(nil, ["TERM": "xterm-256color"]) == nil)
        #expect(shown(nil, ["TERM": "tmux-256color", "TMUX": "x", "TERM_PROGRAM": "tmux"]) == nil)
    }

    @Test func tmuxAndScreenWrapTheSequence() {
        let tmux = ["TMUX": "/tmp/x,1,0", "TERM": "screen-256color", "LC_TERMINAL": "iTerm2"]
        #expect(shown(nil, tmux) == "^[Ptmux;^[^[]9;Bo: hello^G^[\\")
        let kitty = ["TERM": "tmux-256color", "KITTY_WINDOW_ID": "1"]
        #expect(shown(nil, kitty, text: "") == "^[Ptmux;^[^[]99;i=confab-7:d=1;Bo^[^[\\^[\\")
        let screen = ["STY": "1.x", "TERM": "screen"]
        #expect(shown(.osc99, screen, text: "") == "^[P^[]99;i=confab-7:d=1;Bo^G^[\\")
    }

    @Test func notificationLengthIsLimited() {
        let long = String(repeating: "x", count: 10_000)
        #expect(shown(.osc777, title: long, text: long).map(\.count).map { $0 < 700 } == true)
    }
}
