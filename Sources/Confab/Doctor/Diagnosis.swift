import Terminal
import ViewModels

/// The features that a terminal, tmux or screen lacks for Confab, and the lines that fix them.
@MainActor
struct Diagnosis {
    enum Multiplexer { case none, tmux, screen }

    let report: TerminalReport
    /// Returns the value of an environment variable; `nil` if it is unset or empty.
    let environment: (String) -> String?
    /// `nil` outside of tmux, and if tmux doesn't answer.
    let tmux: TmuxOptions?
    /// The result of the check of the session's bus for notifications.
    var bus = NotificationBus.unwanted

    var findings: [Finding] {
        [type, locale, colors, pictures, paste, focus, clipboard, title, notices].compactMap(\.self) + escapeTime
    }

    private var multiplexer: Multiplexer {
        if environment("TMUX") != nil { return .tmux }
        return environment("STY") != nil ? .screen : .none
    }

    private var type: Finding {
        let subject: String = .words("doctor.terminal")
        if let problem = report.problem {
            return Finding(
                subject: subject, state: .missing, text: problem.message,
                remedy: .init(file: Self.shellFile, lines: ["export TERM=xterm-256color"]))
        }
        let type = report.type ?? ""
        let name = report.answers?.name.map { "\($0), " } ?? ""
        switch multiplexer {
        case .tmux where !type.hasPrefix("tmux") && !type.hasPrefix("screen"):
            return Finding(
                subject: subject, state: .missing, text: .words("doctor.other-type-in-tmux", ["type": type]),
                remedy: .init(file: Self.tmuxFile, lines: ["set -g default-terminal \"tmux-256color\""]))
        case .screen where !type.hasPrefix("screen"):
            return Finding(
                subject: subject, state: .missing, text: .words("doctor.other-type-in-screen", ["type": type]),
                remedy: .init(file: Self.screenFile, lines: ["term screen-256color"]))
        default: return Finding(subject: subject, state: .fine, text: "\(name)TERM=\(type)")
        }
    }

    private var locale: Finding {
        if report.isUTF8 { return Finding(subject: .words("doctor.letters"), state: .fine, text: "UTF-8") }
        // In the order of POSIX, a later variable has no effect.
        let variable = LocaleVariable(environment: environment)
        let name = variable?.name ?? "LANG"
        return Finding(
            subject: .words("doctor.letters"), state: .missing,
            text: .words("doctor.locale-is-not-utf-8", ["variable": "\(name)=\(variable?.value ?? "")"]),
            remedy: .init(
                file: multiplexer == .screen ? Self.screenFile : Self.shellFile,
                lines: multiplexer == .screen ? ["defutf8 on"] : ["export \(name)=C.UTF-8"]))
    }

    private var colors: Finding {
        if environment("NO_COLOR") != nil {
            return Finding(subject: .words("doctor.colours"), state: .fine, text: .words("doctor.no-colours-wanted"))
        }
        if report.colors >= 256 {
            return Finding(subject: .words("doctor.colours"), state: .fine, text: report.colors == 256 ? "256" : "all")
        }
        let text: String =
            report.colors == 0
            ? .words("doctor.no-colours") : .words("doctor.few-colours", ["colors": String(report.colors)])
        let remedy: Finding.Remedy =
            switch multiplexer {
            case .tmux: .init(file: Self.tmuxFile, lines: ["set -g default-terminal \"tmux-256color\""])
            case .screen: .init(file: Self.screenFile, lines: ["term screen-256color"])
            case .none: .init(file: Self.shellFile, lines: ["export TERM=xterm-256color"])
            }
        return Finding(subject: .words("doctor.colours"), state: .missing, text: text, remedy: remedy)
    }

    private var paste: Finding {
        let fine: String = .words("doctor.paste-is-told-from-typing")
        if multiplexer == .tmux { return Finding(subject: .words("doctor.paste"), state: .fine, text: fine) }
        return mode(2004, .words("doctor.paste"), fine: fine, missing: .words("doctor.paste-is-guessed-by-its-speed"))
    }

    private var focus: Finding {
        let lost: String = .words("doctor.key-counts-as-looking")
        switch multiplexer {
        case .screen:
            return Finding(
                subject: .words("doctor.focus"), state: .missing,
                text: .words("doctor.screen-tells-no-focus", ["lost": lost]))
        case .tmux:
            guard let tmux else { return unanswered(.words("doctor.focus")) }
            if tmux.isOn("focus-events") {
                return Finding(subject: .words("doctor.focus"), state: .fine, text: .words("doctor.focus-is-told"))
            }
            return Finding(
                subject: .words("doctor.focus"), state: .missing,
                text: .words("doctor.tmux-tells-no-focus", ["lost": lost]),
                remedy: .init(file: Self.tmuxFile, lines: ["set -g focus-events on"]))
        case .none:
            return mode(
                1004, .words("doctor.focus"), fine: .words("doctor.focus-is-told"),
                missing: .words("doctor.terminal-tells-no-focus", ["lost": lost]))
        }
    }

    private var clipboard: Finding {
        let missing: String = .words("doctor.copy-is-lost")
        switch multiplexer {
        case .screen:
            return Finding(
                subject: .words("doctor.clipboard"), state: .missing,
                text: .words("doctor.screen-keeps-it", ["missing": missing]))
        case .tmux:
            guard let tmux else { return unanswered(.words("doctor.clipboard")) }
            if !tmux.isOn("set-clipboard") {
                return Finding(
                    subject: .words("doctor.clipboard"), state: .missing, text: .words("doctor.tmux-keeps-it"),
                    remedy: .init(file: Self.tmuxFile, lines: ["set -g set-clipboard on"]))
            }
            if tmux["set-clipboard"] == "external" {
                return Finding(
                    subject: .words("doctor.clipboard"), state: .missing,
                    text: .words("doctor.tmux-takes-it-from-itself"),
                    remedy: .init(file: Self.tmuxFile, lines: ["set -g set-clipboard on"]))
            }
            if tmux["client_termfeatures"].split(separator: ",").contains("clipboard") {
                return Finding(
                    subject: .words("doctor.clipboard"), state: .fine, text: .words("doctor.tmux-passes-it-on"))
            }
            return Finding(
                subject: .words("doctor.clipboard"), state: .unknown,
                text: .words("doctor.tmux-doesnt-know"),
                remedy: .init(file: Self.tmuxFile, lines: ["set -as terminal-features \",*:clipboard\""]))
        case .none:
            if report.answers?.hasClipboard == true {
                return Finding(
                    subject: .words("doctor.clipboard"), state: .fine, text: .words("doctor.the-terminal-takes-it"))
            }
            return Finding(
                subject: .words("doctor.clipboard"), state: .unknown,
                text: .words("doctor.clipboard-unknown", ["missing": missing]))
        }
    }

    private var pictures: Finding {
        guard let answers = report.answers else {
            return Finding(
                subject: .words("doctor.pictures"), state: .unknown, text: .words("doctor.no-terminal-could-be-asked"))
        }
        let text: String =
            switch report.colors > 0 ? answers.graphics : nil {
            case .kitty: .words("doctor.pictures-by-kitty")
            case .sixel: .words("doctor.pictures-by-sixels")
            case nil: .words("doctor.pictures-by-blocks")
            }
        return Finding(subject: .words("doctor.pictures"), state: .fine, text: text)
    }

    private var title: Finding {
        let fine = Finding(subject: .words("doctor.title"), state: .fine, text: .words("doctor.title-counts"))
        guard report.hasTitle else {
            return Finding(
                subject: .words("doctor.title"), state: .missing,
                text: multiplexer == .screen
                    ? .words("doctor.title-lost-in-screen")
                    : .words("doctor.title-lost"))
        }
        guard let tmux, !tmux.isOn("set-titles") else { return fine }
        return Finding(
            subject: .words("doctor.title"), state: .missing, text: .words("doctor.tmux-keeps-title"),
            remedy: .init(
                file: Self.tmuxFile, lines: ["set -g set-titles on", "set -g set-titles-string \"#T\""]))
    }

    private var notices: Finding {
        switch bus {
        case .off: Finding(subject: .words("doctor.notices"), state: .fine, text: .words("doctor.notices-are-off"))
        case .shows: Finding(subject: .words("doctor.notices"), state: .fine, text: .words("doctor.notices-by-bus"))
        case .fails(let problem, isOnlyWay: true):
            Finding(subject: .words("doctor.notices"), state: .missing, text: problem.text)
        case .fails(let problem, isOnlyWay: false): noticesByTerminal(because: problem.text)
        case .unwanted: noticesByTerminal(because: nil)
        }
    }

    private func noticesByTerminal(because reason: String?) -> Finding {
        let found = terminalNotices
        let way: String =
            reason.map { .words("doctor.notices-not-by-bus", ["reason": $0]) } ?? .words("doctor.notices-by-terminal")
        return Finding(
            subject: found.subject, state: found.state, text: way + " " + found.text, remedy: found.remedy)
    }

    private var terminalNotices: Finding {
        if let tmux, !tmux.isOn("allow-passthrough") {
            return Finding(
                subject: .words("doctor.notices"), state: .missing, text: .words("doctor.tmux-keeps-notices"),
                remedy: .init(file: Self.tmuxFile, lines: ["set -g allow-passthrough on"]))
        }
        if report.hasDesktopNotices {
            return Finding(subject: .words("doctor.notices"), state: .fine, text: .words("doctor.notices-are-shown"))
        }
        return Finding(
            subject: .words("doctor.notices"), state: .unknown,
            text:
                .words("doctor.notices-unknown"))
    }

    /// The delay of tmux before it passes on a lone Esc.
    private var escapeTime: [Finding] {
        guard let tmux, let time = Int(tmux["escape-time"]), time > 50 else { return [] }
        return [
            Finding(
                subject: "Esc", state: .missing, text: .words("doctor.tmux-holds-esc", ["time": String(time)]),
                remedy: .init(file: Self.tmuxFile, lines: ["set -sg escape-time 10"]))
        ]
    }

    /// The result from the terminal's answer about a mode. If the terminal can't be asked, its type decides.
    private func mode(_ number: Int, _ subject: String, fine: String, missing: String) -> Finding {
        guard report.hasBracketedPaste else { return Finding(subject: subject, state: .missing, text: missing) }
        guard let answers = report.answers else {
            return Finding(subject: subject, state: .unknown, text: .words("doctor.no-terminal-could-be-asked"))
        }
        guard let isKnown = answers.modes[number] else {
            return Finding(subject: subject, state: .unknown, text: .words("doctor.the-terminal-doesnt-say"))
        }
        return Finding(subject: subject, state: isKnown ? .fine : .missing, text: isKnown ? fine : missing)
    }

    private func unanswered(_ subject: String) -> Finding {
        Finding(subject: subject, state: .unknown, text: .words("doctor.tmux-doesnt-answer"))
    }

    static let shellFile: String = .words("doctor.shell-file")
    private static let tmuxFile = "~/.tmux.conf"
    private static let screenFile = "~/.screenrc"
}
