import Terminal

/// What a terminal, tmux or screen lacks for Confab, and the lines that mend it.
@MainActor
struct Diagnosis {
    enum Multiplexer { case none, tmux, screen }

    let report: TerminalReport
    /// A variable of the environment that is not empty.
    let environment: (String) -> String?
    /// `nil` outside of tmux, and where it doesn't answer.
    let tmux: TmuxOptions?

    var findings: [Finding] {
        [type, locale, colors, paste, focus, clipboard, title, notices].compactMap(\.self) + escapeTime
    }

    private var multiplexer: Multiplexer {
        if environment("TMUX") != nil { return .tmux }
        return environment("STY") != nil ? .screen : .none
    }

    private var type: Finding {
        let subject = "Terminal"
        if let problem = report.problem {
            return Finding(
                subject: subject, state: .missing, text: problem.message,
                remedy: .init(file: "your shell's start file", lines: ["export TERM=xterm-256color"]))
        }
        let type = report.type ?? ""
        let name = report.answers?.name.map { "\($0), " } ?? ""
        switch multiplexer {
        case .tmux where !type.hasPrefix("tmux") && !type.hasPrefix("screen"):
            return Finding(
                subject: subject, state: .missing, text: "TERM is \(type), but within tmux it is tmux that draws",
                remedy: .init(file: Self.tmuxFile, lines: ["set -g default-terminal \"tmux-256color\""]))
        case .screen where !type.hasPrefix("screen"):
            return Finding(
                subject: subject, state: .missing, text: "TERM is \(type), but within screen it is screen that draws",
                remedy: .init(file: Self.screenFile, lines: ["term screen-256color"]))
        default: return Finding(subject: subject, state: .fine, text: "\(name)TERM=\(type)")
        }
    }

    private var locale: Finding {
        if report.isUTF8 { return Finding(subject: "Letters", state: .fine, text: "UTF-8") }
        return Finding(
            subject: "Letters", state: .missing,
            text: "the locale is not UTF-8: what is not ASCII shows as question marks",
            remedy: .init(
                file: multiplexer == .screen ? Self.screenFile : "your shell's start file",
                lines: multiplexer == .screen ? ["defutf8 on"] : ["export LANG=C.UTF-8"]))
    }

    private var colors: Finding {
        if environment("NO_COLOR") != nil {
            return Finding(subject: "Colours", state: .fine, text: "none, as NO_COLOR asks")
        }
        if report.colors >= 256 {
            return Finding(subject: "Colours", state: .fine, text: report.colors == 256 ? "256" : "all")
        }
        let text = report.colors == 0 ? "none that TERM tells of" : "\(report.colors), of 256 that most terminals have"
        let remedy: Finding.Remedy =
            switch multiplexer {
            case .tmux: .init(file: Self.tmuxFile, lines: ["set -g default-terminal \"tmux-256color\""])
            case .screen: .init(file: Self.screenFile, lines: ["term screen-256color"])
            case .none: .init(file: "your shell's start file", lines: ["export TERM=xterm-256color"])
            }
        return Finding(subject: "Colours", state: .missing, text: text, remedy: remedy)
    }

    private var paste: Finding {
        let fine = "a paste is told from typing"
        if multiplexer == .tmux { return Finding(subject: "Paste", state: .fine, text: fine) }
        return mode(2004, "Paste", fine: fine, missing: "a paste is guessed by its speed")
    }

    private var focus: Finding {
        let lost = "a key within a minute counts as looking"
        switch multiplexer {
        case .screen: return Finding(subject: "Focus", state: .missing, text: "screen doesn't tell of it: \(lost)")
        case .tmux:
            guard let tmux else { return unanswered("Focus") }
            if tmux.isOn("focus-events") {
                return Finding(subject: "Focus", state: .fine, text: "Confab is told whether you look at it")
            }
            return Finding(
                subject: "Focus", state: .missing, text: "tmux doesn't tell of it: \(lost)",
                remedy: .init(file: Self.tmuxFile, lines: ["set -g focus-events on"]))
        case .none:
            return mode(
                1004, "Focus", fine: "Confab is told whether you look at it",
                missing: "the terminal doesn't tell of it: \(lost)")
        }
    }

    private var clipboard: Finding {
        let missing = "what you copy doesn't reach it; programs.copy in confab.toml(5) names a program that brings it"
        switch multiplexer {
        case .screen: return Finding(subject: "Clipboard", state: .missing, text: "screen keeps it: \(missing)")
        case .tmux:
            guard let tmux else { return unanswered("Clipboard") }
            if !tmux.isOn("set-clipboard") {
                return Finding(
                    subject: "Clipboard", state: .missing, text: "tmux keeps it: what you copy doesn't reach it",
                    remedy: .init(file: Self.tmuxFile, lines: ["set -g set-clipboard on"]))
            }
            if tmux["set-clipboard"] == "external" {
                return Finding(
                    subject: "Clipboard", state: .missing, text: "tmux takes it from itself alone, not from Confab",
                    remedy: .init(file: Self.tmuxFile, lines: ["set -g set-clipboard on"]))
            }
            if tmux["client_termfeatures"].split(separator: ",").contains("clipboard") {
                return Finding(subject: "Clipboard", state: .fine, text: "tmux passes it on")
            }
            return Finding(
                subject: "Clipboard", state: .unknown,
                text: "tmux doesn't know whether your terminal takes it; if it does, this tells tmux",
                remedy: .init(file: Self.tmuxFile, lines: ["set -as terminal-features \",*:clipboard\""]))
        case .none:
            if report.answers?.hasClipboard == true {
                return Finding(subject: "Clipboard", state: .fine, text: "the terminal takes it (OSC 52)")
            }
            return Finding(
                subject: "Clipboard", state: .unknown,
                text: "the terminal doesn't say whether it takes it (OSC 52); if not, \(missing)")
        }
    }

    private var title: Finding {
        let fine = Finding(subject: "Title", state: .fine, text: "the window's title can count what is unread")
        guard report.hasTitle else {
            return Finding(
                subject: "Title", state: .missing,
                text: multiplexer == .screen
                    ? "screen can't bring the old one back, so Confab leaves it alone"
                    : "Confab doesn't know that this terminal brings the old one back, and leaves it alone")
        }
        guard let tmux, !tmux.isOn("set-titles") else { return fine }
        return Finding(
            subject: "Title", state: .missing, text: "tmux keeps the pane's title from the window",
            remedy: .init(
                file: Self.tmuxFile, lines: ["set -g set-titles on", "set -g set-titles-string \"#T\""]))
    }

    private var notices: Finding {
        if let tmux, !tmux.isOn("allow-passthrough") {
            return Finding(
                subject: "Notices", state: .missing, text: "tmux doesn't let them through to the desktop",
                remedy: .init(file: Self.tmuxFile, lines: ["set -g allow-passthrough on"]))
        }
        if report.hasDesktopNotices {
            return Finding(subject: "Notices", state: .fine, text: "the terminal shows them on the desktop")
        }
        return Finding(
            subject: "Notices", state: .unknown,
            text:
                "Confab doesn't know which the terminal shows; notices.desktop in confab.toml(5) chooses, and the bell "
                + "rings in any case")
    }

    /// A lone Esc waits for so long within tmux.
    private var escapeTime: [Finding] {
        guard let tmux, let time = Int(tmux["escape-time"]), time > 50 else { return [] }
        return [
            Finding(
                subject: "Esc", state: .missing, text: "tmux holds it back for \(time) ms",
                remedy: .init(file: Self.tmuxFile, lines: ["set -sg escape-time 10"]))
        ]
    }

    /// What the terminal answered about a mode; where it can't be asked, its type tells.
    private func mode(_ number: Int, _ subject: String, fine: String, missing: String) -> Finding {
        guard report.hasBracketedPaste else { return Finding(subject: subject, state: .missing, text: missing) }
        guard let answers = report.answers else {
            return Finding(subject: subject, state: .unknown, text: "no terminal could be asked")
        }
        guard let isKnown = answers.modes[number] else {
            return Finding(subject: subject, state: .unknown, text: "the terminal doesn't say; most have it")
        }
        return Finding(subject: subject, state: isKnown ? .fine : .missing, text: isKnown ? fine : missing)
    }

    private func unanswered(_ subject: String) -> Finding {
        Finding(subject: subject, state: .unknown, text: "tmux doesn't answer; tmux display-message says why")
    }

    private static let tmuxFile = "~/.tmux.conf"
    private static let screenFile = "~/.screenrc"
}
