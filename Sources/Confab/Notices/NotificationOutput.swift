import Messenger
import Terminal
import ViewModels

/// Shows a notification in all ways that the settings enable.
@MainActor
struct NotificationOutput {
    /// Shows a notification on a terminal, as ``TerminalSession/notify(title:text:desktop:sequence:rings:)``.
    typealias TerminalNotification =
        @MainActor (
            _ title: String, _ text: String, _ desktop: Bool, _ sequence: NotificationSequence.Sequence?, _ rings: Bool
        ) -> Void

    /// `nil` without a terminal.
    let terminal: TerminalNotification?
    /// `nil` if the session has no bus.
    let desktop: DesktopNotifications?
    let command: UserCommand
    /// Called if the desktop's notification server can't show a notification and the terminal isn't used instead.
    var failed: @MainActor @Sendable () -> Void = {}

    /// - Parameter account: the name of the profile that the chats belong to.
    func raise(_ notice: RaisedNotification, of account: String, by settings: NotificationSettings) {
        if let desktop, settings.desktop.isByBus {
            show(notice, onTerminal: false, settings)
            desktop.show(notice.ofChats, of: account) {
                guard settings.desktop == .auto, terminal != nil else { return failed() }
                show(notice, onTerminal: true, settings, rings: false)
            }
        } else {
            show(notice, onTerminal: settings.desktop.mayBeOnTerminal, settings)
        }
        NoticeCommand(command: command).raise(notice, by: settings)
    }

    /// Withdraws the notifications of chats that were read.
    func withdraw(_ chatIDs: Set<String>, of account: String) { desktop?.withdraw(chatIDs, of: account) }

    /// Withdraws all notifications of accounts whose screen ends. If `confab notify` runs for an account, its
    /// notifications stay: that process withdraws them once they are read.
    func leave(_ accounts: [String], in directory: ProfileDirectory) async {
        guard let desktop else { return }
        for account in accounts where !NotificationService.seemsToRun(for: account, in: directory) {
            desktop.withdrawAll(of: account)
        }
        await desktop.finish()
    }

    /// Whether the settings leave any way to show a notification.
    func hasWay(by settings: NotificationSettings) -> Bool {
        if !settings.command.isEmpty { return true }
        if terminal != nil, settings.bell || settings.desktop.mayBeOnTerminal { return true }
        return desktop != nil && DesktopNotifications.arePossible && settings.desktop.isByBus
    }

    private func show(
        _ notice: RaisedNotification, onTerminal: Bool, _ settings: NotificationSettings, rings: Bool? = nil
    ) {
        let rings = rings ?? settings.bell
        guard let terminal, rings || onTerminal else { return }
        terminal(notice.title.string, notice.text.string, onTerminal, settings.desktop.sequence, rings)
    }
}

extension NotificationSettings.Desktop {
    /// Whether notifications go by the session's bus. A user who is logged in by SSH sits at another desktop, and
    /// gets them by the terminal.
    var isByBus: Bool {
        switch self {
        case .auto: ProgramEnvironment.value["SSH_CONNECTION"] == nil
        case .dbus: true
        case .osc9, .osc777, .osc99, .off: false
        }
    }

    fileprivate var mayBeOnTerminal: Bool { ![.off, .dbus].contains(self) }

    /// `nil` for the sequence that the terminal is known to support.
    fileprivate var sequence: NotificationSequence.Sequence? {
        switch self {
        case .auto, .dbus, .off: nil
        case .osc9: .osc9
        case .osc777: .osc777
        case .osc99: .osc99
        }
    }
}

/// Shows a notification by running the command of the settings.
@MainActor
struct NoticeCommand {
    let command: UserCommand

    func raise(_ notice: RaisedNotification, by settings: NotificationSettings) {
        guard !settings.command.isEmpty else { return }
        let words = settings.command.map { word in
            switch word {
            case "{title}": notice.title.string
            case "{text}": notice.text.string
            default: word
            }
        }
        command.run(
            words,
            environment: [
                "CONFAB_TITLE": notice.title.string, "CONFAB_TEXT": notice.text.string,
                "CONFAB_UNREAD": String(notice.unreadTotal),
            ])
    }
}
