import Messenger
import Terminal
import ViewModels

/// Brings a notice to a person by all means that the settings have.
@MainActor
struct NoticeOutput {
    /// Shows one on a terminal, as ``TerminalSession/notify(title:text:desktop:sequence:rings:)``.
    typealias TerminalNotice =
        @MainActor (
            _ title: String, _ text: String, _ desktop: Bool, _ sequence: DesktopNotice.Sequence?, _ rings: Bool
        ) -> Void

    /// `nil` where there is none.
    let terminal: TerminalNotice?
    /// `nil` where the session has no bus.
    let desktop: DesktopNotices?
    let command: UserCommand
    /// Told where nobody shows a notice.
    var failed: @MainActor @Sendable () -> Void = {}

    /// - Parameter account: whose chats it is about, by the profile's name.
    func raise(_ notice: RaisedNotice, of account: String, by settings: NoticeSettings) {
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

    /// These chats were read.
    func withdraw(_ chatIDs: Set<String>, of account: String) { desktop?.withdraw(chatIDs, of: account) }

    /// What stands of accounts whose screen ends is taken back, but where somebody stays who does that once it was read.
    func leave(_ accounts: [String], in directory: ProfileDirectory) async {
        guard let desktop else { return }
        for account in accounts where !NoticeService.seemsToRun(for: account, in: directory) {
            desktop.withdrawAll(of: account)
        }
        await desktop.finish()
    }

    /// Whether there is any way to a person.
    func hasWay(by settings: NoticeSettings) -> Bool {
        if !settings.command.isEmpty { return true }
        if terminal != nil, settings.bell || settings.desktop.mayBeOnTerminal { return true }
        return desktop != nil && DesktopNotices.arePossible && settings.desktop.isByBus
    }

    private func show(_ notice: RaisedNotice, onTerminal: Bool, _ settings: NoticeSettings, rings: Bool? = nil) {
        let rings = rings ?? settings.bell
        guard let terminal, rings || onTerminal else { return }
        terminal(notice.title.string, notice.text.string, onTerminal, settings.desktop.sequence, rings)
    }
}

extension NoticeSettings.Desktop {
    /// Who comes from elsewhere sits at another desktop than that of the session here, and has the terminal.
    var isByBus: Bool {
        switch self {
        case .auto: ProgramEnvironment.value["SSH_CONNECTION"] == nil
        case .dbus: true
        case .osc9, .osc777, .osc99, .off: false
        }
    }

    fileprivate var mayBeOnTerminal: Bool { ![.off, .dbus].contains(self) }

    /// `nil` for the one that the terminal is known to have.
    fileprivate var sequence: DesktopNotice.Sequence? {
        switch self {
        case .auto, .dbus, .off: nil
        case .osc9: .osc9
        case .osc777: .osc777
        case .osc99: .osc99
        }
    }
}
