import Dispatch
import Foundation
import Glibc
import Logging
import Messenger
import Panes
import Terminal
import ViewModels

/// The full-screen messenger. It creates and connects all parts, and ends them.
@MainActor
final class MessengerProgram {
    private let directory: ProfileDirectory
    private let log: FileLog
    private let terminal: TerminalSession
    private let clock = FrameClock()
    private let screens: AccountScreens
    private let pacer: FramePacer
    private let settings: LiveSettings
    private let commands: UserCommand
    private lazy var accounts = OpenAccounts(
        directory: directory, log: log, screens: screens, settings: settings,
        notices: NotificationOutput(
            terminal: { [terminal] in terminal.notify(title: $0, text: $1, desktop: $2, sequence: $3, rings: $4) },
            desktop: DesktopNotifications(of: directory), command: commands), pictures: PictureRenderer(terminal),
        quit: { [weak self] in self?.end() })
    /// The keys of the settings that ``AccountScreens/keyMap`` was made from.
    private var boundKeys: [String: [String]] = [:]
    private var windowTitle = "Confab"
    private var editor: ExternalEditor?
    private var isEnding = false
    private var ended: CheckedContinuation<Void, Never>?

    /// Runs until the user quits or the terminal goes away.
    ///
    /// - Parameter chatID: the chat to show at the start; `nil` for the one that was open last.
    static func run(profileName: String?, settings file: SettingsFile, chatID: String? = nil) async throws {
        let paths = ProgramPaths()
        let directory = ProfileDirectory(paths: paths, keyring: .ofSession)
        try ProgramPaths.makePrivateDirectory(paths.state)
        let line = UpdateLine()
        let prepared: PreparedProfile?
        do {
            defer { line.end() }
            prepared = try PreparedProfile.ofStart(
                profileName, in: directory, chatLimit: TerminalSession.sizeAtStart.height, progress: line.showProgress)
        }
        let program = MessengerProgram(
            directory: directory, log: FileLog(path: paths.log), settings: LiveSettings(file: file),
            terminal: try TerminalSession.open())
        if let prepared {
            try program.accounts.open(prepared)
            if let chatID { program.accounts.show(chatID: chatID) }
        } else {
            program.accounts.askForName()
        }
        program.pacer.drawNow()
        // If the command line names an account, only that account opens.
        if profileName == nil { program.accounts.openOthers() }
        program.settings.follow()
        await program.untilEnded()
        await program.close()
    }

    private init(directory: ProfileDirectory, log: FileLog, settings: LiveSettings, terminal: TerminalSession) {
        self.directory = directory
        self.log = log
        self.settings = settings
        self.terminal = terminal
        let screens = AccountScreens(clock: clock, size: terminal.size)
        self.screens = screens
        pacer = FramePacer(clock: clock, after: MainTimer.after) {
            let panes = screens.shown.panes
            terminal.present(panes.draw())
            panes.wasPresented()
        }
        commands = UserCommand(logger: log.logger(label: "commands"))
        connectTerminal()
        screens.onTitle = { [weak self] in self?.nameWindow($0.string) }
        settings.onChange = { [weak self] in
            self?.applySettings()
            // A new text order changes no view model, so nothing else requests the frame that shows it.
            self?.pacer.request()
        }
        applySettings()
    }

    /// Applies the settings to all parts.
    private func applySettings() {
        let now = settings.settings
        screens.widths = now.layout
        terminal.setMouse(now.mouse)
        terminal.setTextOrder(now.textOrder)
        terminal.setGraphics(now.graphics)
        log.setLevel(now.logLevel)
        if now.keys != boundKeys {
            boundKeys = now.keys
            screens.keyMap = KeyMap.with(overrides: now.keys).keyMap
        }
        nameWindow(windowTitle)
        chooseColors()
        accounts.applySettings()
    }

    private func chooseColors() {
        let colors =
            switch settings.settings.theme {
            case .named(let name): name.theme.colors(on: terminal.background, depth: terminal.depth)
            case .own:
                (settings.settings.ownTheme ?? CustomTheme()).colors(on: terminal.background, depth: terminal.depth)
            }
        terminal.use(colors.palette)
    }

    private func nameWindow(_ title: String) {
        windowTitle = title
        terminal.setTitle(settings.settings.notices.title ? title : nil)
    }

    private func connectTerminal() {
        terminal.onInput = { [weak self] input in
            guard let self else { return }
            self.pacer.answer { self.screens.shown.panes.handle(input) }
        }
        terminal.onInputEnd = { [weak self] in self?.pacer.drawAnswers() }
        terminal.onResize = { [weak self] size in
            self?.screens.resize(to: size)
            self?.pacer.request()
        }
        terminal.onBackground = { [weak self] in
            self?.chooseColors()
            self?.accounts.pictureMeansChanged()
        }
        terminal.onGraphics = { [weak self] in self?.accounts.pictureMeansChanged() }
        terminal.onTerminate = { [weak self] _ in self?.end() }
        terminal.onHangUp = { [weak self] in self?.end() }
        screens.onChange = { [weak self] in self?.pacer.request() }
        screens.onCommand = { [weak self] command in
            switch command {
            case .redraw: self?.terminal.redraw()
            case .suspend: self?.terminal.suspend()
            case .quit: self?.end()
            case .copy(let text): self?.copy(text)
            case .openLink(let address): self?.show(address)
            case .edit(let draft): self?.edit(draft)
            }
        }
    }

    /// Copies to the terminal's clipboard, and to the program of the settings.
    private func copy(_ text: String) {
        terminal.copy(text)
        let program = settings.settings.programs.copy
        if !program.isEmpty { commands.run(program, input: text) }
    }

    private func show(_ address: String) {
        guard let program = ProgramCommand.browser(environment: ProgramEnvironment.value) else {
            screens.shown.panes.showMessage(.words("program.no-program-opens-links-here"))
            return
        }
        if let problem = program.start(with: address) { screens.showMessage(problem) }
    }

    /// Runs the editor in the terminal. The chats continue meanwhile.
    private func edit(_ draft: String) {
        guard editor == nil else { return }
        let screen = screens.shown
        terminal.pause()
        Task {
            var problem: DisplayText?
            var text: String?
            do throws(ProgramError) {
                let editor = ExternalEditor(directory: try RuntimeDirectory.path())
                self.editor = editor
                text = try await editor.edit(draft)
            } catch {
                problem = DisplayText(sanitizing: error.message)
            }
            editor = nil
            guard !isEnding else { return }
            terminal.resume()
            screen.panes.finishEditing(text: text, problem: problem)
            pacer.drawNow()
        }
    }

    // MARK: The end

    private func untilEnded() async {
        await withCheckedContinuation { continuation in
            if isEnding { continuation.resume() } else { ended = continuation }
        }
    }

    private func end() {
        guard !isEnding else { return }
        isEnding = true
        editor?.end()
        screens.shown.panes.leave()
        accounts.end()
        ended?.resume()
        ended = nil
    }

    /// Saves all accepted changes before the screen is restored.
    private func close() async {
        settings.end()
        await accounts.finish()
        terminal.close()
        await accounts.close()
        log.finish()
    }
}

/// Shows the progress of a database migration on the terminal before there is a screen.
final class UpdateLine {
    private let descriptor: Int32
    private let isSeen: Bool
    private var shown = ""

    /// - Parameters:
    ///   - descriptor: the file descriptor to write to.
    ///   - isSeen: whether it is a terminal. Otherwise nothing is written.
    init(descriptor: Int32, isSeen: Bool) {
        self.descriptor = descriptor
        self.isSeen = isSeen
    }

    convenience init() {
        self.init(descriptor: STDERR_FILENO, isSeen: isatty(STDERR_FILENO) == 1)
    }

    /// - Parameter part: the progress, 0…1.
    func showProgress(_ part: Double) {
        let text = String.words("storage.updating", ["percent": "\(Int(part * 100))"])
        guard isSeen, text != shown else { return }
        shown = text
        writeText("\r" + text)
    }

    /// Erases the line.
    func end() {
        if !shown.isEmpty { writeText("\r\u{1B}[K") }
        shown = ""
    }

    private func writeText(_ text: String) {
        let bytes = LocaleText.errorBytes(text)
        // A failed or short write is ignored: the line is only informative.
        _ = write(descriptor, bytes, bytes.count)
    }
}
