import Messenger
import Terminal
import ViewModels

/// Brings a notice to a person by all means that the settings have.
@MainActor
struct NoticeOutput {
    let terminal: TerminalSession
    let command: UserCommand

    func raise(_ notice: RaisedNotice, by settings: NoticeSettings) {
        if settings.bell || settings.desktop != .off {
            terminal.notify(
                title: notice.title.string, text: notice.text.string, desktop: settings.desktop != .off,
                sequence: settings.desktop.sequence, rings: settings.bell)
        }
        NoticeCommand(command: command).raise(notice, by: settings)
    }
}

extension NoticeSettings.Desktop {
    /// `nil` for the one that the terminal is known to have.
    fileprivate var sequence: DesktopNotice.Sequence? {
        switch self {
        case .auto, .off: nil
        case .osc9: .osc9
        case .osc777: .osc777
        case .osc99: .osc99
        }
    }
}
