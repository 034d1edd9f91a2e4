import Engine
import Messenger
import Panes
import Presentation
import ViewModels

/// The accounts of the window. It opens accounts, brings one to the front, adds and closes accounts.
@MainActor
final class OpenAccounts {
    private let directory: ProfileDirectory
    private let log: FileLog
    private let screens: AccountScreens
    private let settings: LiveSettings
    private let window = AccountWindow()
    private let notices: NotificationOutput
    private let pictures: PictureRenderer?
    private let quit: () -> Void
    private var all: [OpenAccount<AccountScreen>] = []
    /// The question for a name or the login to another account, and its screen.
    private var form: (firstRun: FirstRun, screen: AccountScreen)?
    /// The closed accounts that have not ended yet.
    private var closing: [Task<Void, Never>] = []

    init(
        directory: ProfileDirectory, log: FileLog, screens: AccountScreens, settings: LiveSettings,
        notices: NotificationOutput, pictures: PictureRenderer?, quit: @escaping () -> Void
    ) {
        self.directory = directory
        self.log = log
        self.screens = screens
        self.settings = settings
        self.notices = notices
        self.pictures = pictures
        self.quit = quit
        window.onFront = { [weak self] account in
            guard let self, let open = all.first(where: { $0.inWindow === account }) else { return }
            self.screens.show(open.screen)
            saveFront(open)
        }
        window.onClose = { [weak self] account in
            guard let self, let open = all.first(where: { $0.inWindow === account }) else { return }
            close(open)
        }
    }

    /// Opens the account that is visible at the start.
    func open(_ prepared: PreparedProfile, home: EmbeddedHomeserver? = nil) throws {
        try add(prepared, home: home, on: screens.shown)
        try directory.remember(lastUsed: prepared.profile.name)
    }

    /// Shows a chat of the account that was opened first.
    func show(chatID: String) { all.first?.open(chatID: chatID) }

    /// Opens the accounts that were in the window with the first one. Failures are reported.
    func openOthers() {
        guard let first = all.first?.profile.name else { return }
        let names = directory.openNames
        guard names.contains(first) else { return }
        for name in names where name != first {
            do {
                let profile = try directory.load(name)
                let prepared = try ProfileClaim(.makeRoom, on: name, in: directory, isAtStart: false).lock {
                    try PreparedProfile(profile, directory: directory, chatLimit: screens.height)
                }
                try add(prepared, home: nil, on: screens.add())
            } catch {
                screens.showMessage(
                    .words("accounts.not-opened", ["name": name, "reason": ProgramExit.reason(error).message]))
            }
        }
    }

    /// Asks for a name if there is no account yet.
    func askForName() {
        let firstRun = FirstRun(
            events: screens.shown.events, endpoint: FirstRunEndpoint(directory: directory, log: log), quit: quit,
            begin: { [weak self] beginning in self?.begin(beginning) })
        form = (firstRun, screens.shown)
        firstRun.start()
    }

    func applySettings() {
        for account in all {
            // Only the front account reports problems, so that they appear once.
            let isFront = account.inWindow === window.front
            account.apply(settings.settings.messenger, problems: isFront ? settings.problems : [])
        }
    }

    /// Called when the terminal's support for pictures has changed.
    func pictureMeansChanged() {
        for account in all { account.pictureMeansChanged() }
    }

    func end() {
        for account in all { account.end() }
    }

    /// Saves all accepted changes before it returns.
    func finish() async {
        if let front = all.first(where: { $0.inWindow === window.front }) { saveFront(front) }
        for account in all { await account.finish() }
    }

    /// Ends all accounts, after ``finish()``.
    func close() async {
        for account in all { await account.close() }
        for task in closing { await task.value }
        await notices.leave(all.map(\.profile.name), in: directory)
    }

    /// Saves the front account immediately, since the program gets no notice before it is killed.
    private func saveFront(_ account: OpenAccount<AccountScreen>) {
        // If this fails, the previous account is in front at the next start.
        try? directory.remember(lastUsed: account.profile.name)
    }

    private func add(_ prepared: PreparedProfile, home: EmbeddedHomeserver?, on screen: AccountScreen) throws {
        let account = try OpenAccount(prepared, home: home, on: screen, surroundings)
        let isFirst = all.isEmpty
        all.append(account)
        account.open(settings.settings.messenger, problems: isFirst ? settings.problems : [])
        window.add(account.inWindow)
    }

    private var surroundings: OpenAccount<AccountScreen>.Dependencies {
        OpenAccount<AccountScreen>.Dependencies(
            directory: directory, log: log, quit: quit, addAccount: { [weak self] in self?.askForAccount() },
            say: { [weak self] account, text in
                guard let self else { return }
                let isAlone = all.count < 2
                screens.showMessage(
                    isAlone ? text : .words("accounts.said-of", ["account": account.profile.name, "text": text]))
            },
            raiseNotice: { [weak self] account, notice in
                guard let self else { return }
                let mark = window.mark(of: account.inWindow)
                notices.raise(
                    mark.isEmpty ? notice : notice.of(account: mark, unreadTotal: window.unreadTotal),
                    of: account.profile.name, by: settings.settings.notices)
            }, withdrawNotices: { [weak self] in self?.notices.withdraw($1, of: $0.profile.name) },
            deliveredNotifications: { [desktop = notices.desktop] in await desktop?.standing(of: $0) ?? [] },
            showFile: { [weak self] in ProgramCommand.show($0, by: self?.settings.settings.programs.open ?? []) },
            pictures: pictures, bring: { [weak self] in self?.window.bring($0.inWindow, opens: true) })
    }
}

/// Adding and closing accounts.
extension OpenAccounts {
    /// Logs in to another account, on a screen of its own.
    private func askForAccount() {
        guard form == nil else { return }
        let screen = screens.add()
        let firstRun = FirstRun(
            events: screen.events, endpoint: FirstRunEndpoint(directory: directory, log: log), quit: quit,
            leave: { [weak self] in self?.leaveForm() },
            begin: { [weak self] beginning in self?.begin(beginning) })
        form = (firstRun, screen)
        window.cover()
        firstRun.start()
        screens.show(screen)
    }

    private func leaveForm() {
        guard let left = form, let front = all.first(where: { $0.inWindow === window.front }) else { return }
        form = nil
        screens.show(front.screen)
        screens.remove(left.screen)
        window.uncover()
    }

    /// Opens the conversation directly after the question.
    private func begin(_ beginning: FirstRunResult) {
        guard let asked = form else { return }
        do {
            guard !all.isEmpty else {
                try open(beginning.prepared, home: beginning.home)
                form = nil
                return
            }
            let before = all.map(\.profile.name)
            try add(beginning.prepared, home: beginning.home, on: asked.screen)
            form = nil
            if let added = all.last { window.bring(added.inWindow) }
            try directory.remember(opened: before + [beginning.prepared.profile.name])
        } catch {
            if form == nil { return screens.showMessage(ProgramExit.reason(error).message) }
            asked.firstRun.fail(ProgramExit.reason(error))
        }
    }

    private func close(_ account: OpenAccount<AccountScreen>) {
        let name = window.mark(of: account.inWindow)
        all.removeAll { $0 === account }
        window.remove(account.inWindow)
        screens.remove(account.screen)
        screens.shown.panes.showMessage(.words("accounts.closed", ["account": name.string]))
        closing.append(
            Task {
                await account.finish()
                await account.close()
            })
        do {
            try directory.remember(closed: account.profile.name)
        } catch {
            screens.showMessage(error.message)
        }
    }
}
