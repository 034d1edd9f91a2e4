import Dispatch
import Foundation
import Glibc
import Linear
import Logging
import Messenger
import Panes
import Pictures
import Synchronization
import ViewModels

/// The messenger without a screen: it prints events as lines in their order, and reads typed lines.
@MainActor
final class LinearProgram {
    private let directory: ProfileDirectory
    private let log: FileLog
    private let settings: LiveSettings
    private let clock = FrameClock()
    private let front: AccountLines
    private let pacer: FramePacer
    private let printer: LinePrinter
    private let notices: NotificationOutput
    private var account: OpenAccount<AccountLines>?
    private var firstRun: FirstRun?
    private var isEnding = false
    private var ended: CheckedContinuation<Void, Never>?

    /// Runs until the user quits, the input ends or the terminal goes away.
    static func run(profileName: String?, settings file: SettingsFile) async throws {
        let paths = ProgramPaths()
        let directory = ProfileDirectory(paths: paths, keyring: .ofSession)
        try ProgramPaths.makePrivateDirectory(paths.state)
        let prepared = try PreparedProfile.ofStart(profileName, in: directory) { _ in }
        let program = LinearProgram(
            directory: directory, log: FileLog(path: paths.log), settings: LiveSettings(file: file))
        try program.begin(prepared)
        await program.untilEnded()
        await program.close()
    }

    private init(directory: ProfileDirectory, log: FileLog, settings: LiveSettings) {
        self.directory = directory
        self.log = log
        self.settings = settings
        // Bells and notification escape sequences would disturb the lines, so no terminal is passed.
        notices = NotificationOutput(
            terminal: nil, desktop: DesktopNotifications(of: directory),
            command: UserCommand(logger: log.logger(label: "commands")))
        let (broken, brokenContinuation) = AsyncStream.makeStream(of: Void.self)
        let printer = LinePrinter { brokenContinuation.yield() }
        self.printer = printer
        let front = AccountLines(clock: clock) { printer.print($0) }
        self.front = front
        pacer = FramePacer(clock: clock, after: MainTimer.after) { front.lines.present() }
        front.lines.onQuit = { [weak self] in self?.end() }
        front.lines.onSecret = { isSecret in LineInput.setEcho(!isSecret) }
        settings.onChange = { [weak self] in self?.applySettings() }
        Task { [weak self] in for await _ in broken { self?.end() } }
        let signals = TerminationSignals()
        Task { [weak self] in
            await signals.wait()
            self?.end()
        }
    }

    private func begin(_ prepared: PreparedProfile?) throws {
        log.setLevel(settings.settings.logLevel)
        if let prepared {
            try open(prepared, home: nil)
        } else {
            let firstRun = FirstRun(
                events: front.events, endpoint: FirstRunEndpoint(directory: directory, log: log),
                quit: { [weak self] in self?.end() }, begin: { [weak self] in self?.begin($0) })
            self.firstRun = firstRun
            firstRun.start()
        }
        pacer.drawNow()
        settings.follow()
        LineInput.follow(
            { [weak self] line in
                self?.pacer.answer { self?.front.lines.handleLine(line) }
                self?.pacer.drawAnswers()
            }, end: { [weak self] in self?.front.lines.end() })
    }

    /// Opens the conversation directly after the first-run question.
    private func begin(_ beginning: FirstRunResult) {
        do {
            try open(beginning.prepared, home: beginning.home)
            firstRun = nil
        } catch {
            firstRun?.fail(ProgramExit.reason(error))
        }
    }

    private func open(_ prepared: PreparedProfile, home: EmbeddedHomeserver?) throws {
        let account = try OpenAccount(prepared, home: home, on: front, surroundings)
        self.account = account
        account.open(settings.settings.messenger, problems: settings.problems)
        try directory.remember(lastUsed: prepared.profile.name)
    }

    private func applySettings() {
        log.setLevel(settings.settings.logLevel)
        account?.apply(settings.settings.messenger, problems: settings.problems)
    }

    private var surroundings: OpenAccount<AccountLines>.Dependencies {
        OpenAccount<AccountLines>.Dependencies(
            directory: directory, log: log, quit: { [weak self] in self?.end() }, addAccount: {},
            say: { [weak self] _, text in self?.front.lines.announce(DisplayText(sanitizing: text)) },
            raiseNotice: { [weak self] account, notice in
                guard let self else { return }
                notices.raise(notice, of: account.profile.name, by: settings.settings.notices)
            }, withdrawNotices: { [weak self] in self?.notices.withdraw($1, of: $0.profile.name) },
            deliveredNotifications: { [desktop = notices.desktop] in await desktop?.standing(of: $0) ?? [] },
            showFile: { [weak self] in ProgramCommand.show($0, by: self?.settings.settings.programs.open ?? []) },
            pictures: PictureRenderer(process: PictureProcess()) { nil }, bring: { _ in })
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
        account?.end()
        ended?.resume()
        ended = nil
    }

    /// Saves all accepted input before it reports the end.
    private func close() async {
        settings.end()
        LineInput.setEcho(true)
        await account?.finish()
        front.lines.announce(.words("linear.ended"))
        await account?.close()
        await notices.leave(account.map { [$0.profile.name] } ?? [], in: directory)
        printer.finish()
        log.finish()
    }
}

/// The front of an account without a screen: its events, and the lines that report them.
@MainActor
final class AccountLines: AccountInterface {
    let events: ScreenEvents
    let lines: LinearScreen

    init(clock: FrameClock, print: @escaping (String) -> Void) {
        events = ScreenEvents(clock: clock)
        lines = LinearScreen(events: events, after: MainTimer.after, print: print)
    }

    func instruct(_ guide: Guide) {
        guide.apply(Self.keys)
        // The script that the program ships parses, as the tests show.
        if let script = try? GuideScript.ofLines() { guide.replace(script) }
    }

    /// Does nothing: lines have no keys.
    func onAction(_ tell: @escaping (ActionID) -> Void) {}

    /// Does nothing: a typed line is reported immediately.
    func leave() {}

    private static let keys = GuideKeys(commands: [
        .search: "/search", .help: "/help", .goToChat: "/chats, /open", .catchUp: "/next", .lastVisited: "/back",
        .newChat: "/new", .takeBack: "/undo", .share: "/share", .findChats: "/list", .leaveChat: "/leave",
        .quit: "/quit",
    ])
}

/// Reads standard input by lines. A terminal passes on a line after Enter was pressed.
enum LineInput {
    /// Sets whether the terminal echoes the typed text. Does nothing if standard input is no terminal.
    static func setEcho(_ shows: Bool) {
        var settings = termios()
        guard tcgetattr(STDIN_FILENO, &settings) == 0 else { return }
        let flag = tcflag_t(ECHO)
        guard (settings.c_lflag & flag != 0) != shows else { return }
        settings.c_lflag = shows ? settings.c_lflag | flag : settings.c_lflag & ~flag
        tcsetattr(STDIN_FILENO, TCSADRAIN, &settings)
    }

    /// - Parameters:
    ///   - take: called with each line, without its line break.
    ///   - end: called once at the end of the input.
    static func follow(
        _ take: @escaping @MainActor (String) -> Void, end: @escaping @MainActor () -> Void
    ) {
        // `readLine` blocks until a line is typed, so it has its own thread.
        DispatchQueue(label: "im.confab.typed").async {
            while let line = LocaleText.readLine() {
                DispatchQueue.main.async { MainActor.assumeIsolated { take(line) } }
            }
            DispatchQueue.main.async { MainActor.assumeIsolated { end() } }
        }
    }
}

/// Writes lines to standard output in order, on a queue of its own. A stopped terminal doesn't block the main actor.
final class LinePrinter: Sendable {
    private let queue = DispatchQueue(label: "im.confab.lines")
    private let isBroken = Mutex(false)
    /// Called once if the reading end of the output is closed.
    private let onBreak: @Sendable () -> Void

    init(onBreak: @escaping @Sendable () -> Void) {
        self.onBreak = onBreak
        signal(SIGPIPE, SIG_IGN)
    }

    func print(_ line: String) {
        queue.async { [self] in
            if isBroken.withLock({ $0 }) { return }
            var rest = LocaleText.bytes(line + "\n")[...]
            while !rest.isEmpty {
                let count = rest.withUnsafeBytes { write(STDOUT_FILENO, $0.baseAddress, $0.count) }
                if count < 0, errno == EINTR { continue }
                guard count > 0 else {
                    isBroken.withLock { $0 = true }
                    return onBreak()
                }
                rest = rest.dropFirst(count)
            }
        }
    }

    /// Returns once all lines are written.
    func finish() { queue.sync {} }
}
