import Testing

@testable import Confab
@testable import Terminal

@MainActor
@Suite(.timeLimit(.minutes(5))) struct DiagnosisTests {
    private func findings(
        _ environment: [String: String] = ["TERM": "xterm-256color"], answers: String? = nil, tmux: String? = nil,
        isUTF8: Bool = true, colors: Int = 256, hasTitle: Bool = true,
        bus: NotificationBus = .unwanted
    ) -> [String: Finding] {
        let report = TerminalReport(
            type: environment["TERM"], problem: nil, isUTF8: isUTF8, colors: colors, hasBracketedPaste: true,
            hasTitle: hasTitle, hasDesktopNotices: false,
            answers: answers.map { TerminalResponses(Array($0.replacing("^[", with: "\u{1B}").utf8)) })
        let options = tmux.flatMap { TmuxOptions(line: $0.replacing("|", with: "\t")) }
        let all = Diagnosis(report: report, environment: { environment[$0] }, tmux: options, bus: bus).findings
        return Dictionary(uniqueKeysWithValues: all.map { ($0.subject, $0) })
    }

    private let tmux = ["TERM": "tmux-256color", "TMUX": "/tmp/tmux-1/default,1,0"]

    @Test func fullyCapableTerminalHasNoMissingFindings() {
        let answers =
            "^[P>|XTerm(390)^[\\^[[?2004;2$y^[[?1004;2$y^[[?2026;0$y^[P1+r4D73=1B5D^[\\^[[?65;1;9;15c"
        let found = findings(answers: answers)
        #expect(found.values.allSatisfy { $0.state != .missing })
        #expect(found["Terminal"]?.text == "XTerm(390), TERM=xterm-256color")
        #expect(found["Paste"]?.state == .fine)
        #expect(found["Focus"]?.state == .fine)
        #expect(found["Clipboard"]?.state == .fine)
    }

    @Test func pictureSupportIsReported() {
        #expect(findings(answers: "^[_Gi=31;OK^[\\^[[?62;4c")["Pictures"]?.text.contains("kitty") == true)
        #expect(findings(answers: "^[[?62;4c")["Pictures"]?.text.contains("sixels") == true)
        #expect(findings(answers: "^[[?62;22c")["Pictures"]?.text.contains("blocks") == true)
        #expect(findings(answers: "^[[?62;4c", colors: 0)["Pictures"]?.text.contains("blocks") == true)
        #expect(findings()["Pictures"]?.state == .unknown)
    }

    @Test func notificationMethodIsReported() {
        #expect(findings(bus: .shows)["Notices"]?.text == "by D-Bus: the desktop shows them")
        #expect(findings(bus: .shows)["Notices"]?.state == .fine)
        #expect(findings()["Notices"]?.text.hasPrefix("by the terminal: Confab doesn't know") == true)
        let without = findings(bus: .fails(.noLibrary, isOnlyWay: false))["Notices"]
        #expect(without?.text.hasPrefix("by the terminal, as libdbus-1-3 is not installed: ") == true)
        #expect(without?.state == .unknown)
        let nowhere = findings(bus: .fails(.noBus, isOnlyWay: true))["Notices"]
        #expect(nowhere?.text == "the session has no D-Bus" && nowhere?.state == .missing)
        #expect(findings(bus: .off)["Notices"]?.state == .fine)
    }

    @Test func deniedCapabilitiesAreMissing() {
        let found = findings(answers: "^[[?2004;0$y^[[?1004;0$y^[P0+r4D73^[\\^[[?1;2c")
        #expect(found["Paste"]?.state == .missing)
        #expect(found["Focus"]?.state == .missing)
        #expect(found["Clipboard"]?.state == .unknown)
    }

    @Test func unansweredQueriesAreUnknown() {
        for answers in ["", "^[[?1;2c", nil] {
            let found = findings(answers: answers)
            #expect(found["Focus"]?.state == .unknown)
            #expect(found["Clipboard"]?.state == .unknown)
        }
    }

    @Test func defaultTmuxGetsConfigurationLines() {
        let found = findings(tmux, tmux: "3.3a|0|external|0|0|500|")
        let missing = found.values.filter { $0.state == .missing }
        #expect(Set(missing.map(\.subject)) == ["Focus", "Clipboard", "Title", "Notices", "Esc"])
        #expect(
            Set(missing.flatMap { $0.remedy?.lines ?? [] }) == [
                "set -g focus-events on", "set -g set-clipboard on", "set -g set-titles on",
                "set -g set-titles-string \"#T\"", "set -g allow-passthrough on", "set -sg escape-time 10",
            ])
    }

    @Test func configuredTmuxHasNoMissingFindings() {
        let found = findings(tmux, tmux: "3.3a|1|on|1|1|10|clipboard,title")
        #expect(found.values.allSatisfy { $0.state != .missing })
        #expect(found["Clipboard"]?.state == .fine)
        #expect(found["Esc"] == nil)
    }

    @Test func screenLimitationsAreReported() {
        let found = findings(["TERM": "screen", "STY": "1.x"], isUTF8: false, colors: 8, hasTitle: false)
        #expect(found["Focus"]?.state == .missing)
        #expect(found["Letters"]?.remedy?.lines == ["defutf8 on"])
        #expect(found["Colours"]?.remedy?.file == "~/.screenrc")
    }

    /// Setting a variable of lower precedence in the POSIX order would change nothing.
    @Test(arguments: [
        (["LC_ALL": "C", "LC_CTYPE": "de_DE", "LANG": "C"], "LC_ALL"), (["LC_CTYPE": "C", "LANG": "C"], "LC_CTYPE"),
        (["LANG": "C"], "LANG"), ([:], "LANG"),
    ]) func decidingLocaleVariableIsNamed(environment: [String: String], variable: String) {
        let found = findings(environment.merging(["TERM": "xterm"]) { $1 }, isUTF8: false)["Letters"]
        #expect(found?.remedy?.lines == ["export \(variable)=C.UTF-8"])
        #expect(found?.text.hasPrefix("\(variable)=") == true)
    }

    @Test func reportListsFindingsAndRemediesOncePerFile() {
        let remedy = Finding.Remedy(file: "~/.tmux.conf", lines: ["set -g default-terminal \"tmux-256color\""])
        let text = DiagnosisText.text(
            [
                Finding(subject: "Terminal", state: .missing, text: "wrong", remedy: remedy),
                Finding(subject: "Letters", state: .fine, text: "UTF-8"),
                Finding(subject: "Colours", state: .missing, text: "8", remedy: remedy),
            ], width: .max)
        #expect(
            text == """
                Terminal  missing  wrong
                Letters   fine     UTF-8
                Colours   missing  8

                Add to ~/.tmux.conf, then run tmux source-file ~/.tmux.conf and start Confab anew:
                    set -g default-terminal "tmux-256color"

                """)
    }

    @Test func longReportLinesWrapWithIndentation() {
        let remedy = Finding.Remedy(file: "~/.tmux.conf", lines: ["set -g a-line-for-a-file that-is-never-wrapped on"])
        let text = DiagnosisText.text(
            [
                Finding(
                    subject: "Focus", state: .missing, text: "a key within a minute counts as looking", remedy: remedy)
            ],
            width: 40)
        #expect(
            text == """
                Focus  missing  a key within a minute
                                counts as looking

                Add to ~/.tmux.conf, then run tmux
                source-file ~/.tmux.conf and start
                Confab anew:
                    set -g a-line-for-a-file that-is-never-wrapped on

                """)
    }
}
