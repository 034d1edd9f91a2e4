import Dispatch
import Foundation
import Logging
import MatrixAPI
import MatrixClient
import Messenger
import Panes
import Storage
import Terminal
import ViewModels

/// The full-screen messenger: makes all its parts, hands them to each other, and ends them again.
@MainActor
final class MessengerProgram {
    private let directory: ProfileDirectory
    private let log: FileLog
    private let terminal: TerminalSession
    private let clock = FrameClock()
    private let events: ScreenEvents
    private let screen: MessengerScreen
    private let pacer: FramePacer
    private let settings: LiveSettings
    private let commands: UserCommand
    private let notices: NoticeOutput
    /// Those of the settings that ``MessengerScreen/keyMap`` has.
    private var boundKeys: [String: [String]] = [:]
    private var firstRun: FirstRun?
    private var lock: ProfileLock?
    private var database: ProfileDatabase?
    private var client: HomeserverClient?
    private var session: ConversationSession?
    private var home: EmbeddedHome?
    private var windowTitle = "Confab"
    private var editor: ExternalEditor?
    private var isEnding = false
    private var ended: CheckedContinuation<Void, Never>?

    /// Runs until the person quits or the terminal goes away.
    static func run(profileName: String?, settings file: SettingsFile) async throws {
        let paths = ProgramPaths()
        let directory = ProfileDirectory(paths: paths, keyring: .ofSession)
        try ProgramPaths.makePrivateDirectory(paths.state)
        let profile = try (profileName ?? directory.lastUsedName).map { name throws(ProgramError) in
            try directory.load(name)
        }
        var prepared: PreparedProfile?
        if let profile {
            let line = UpdateLine()
            defer { line.end() }
            prepared = try PreparedProfile(
                profile, directory: directory, chatLimit: TerminalSession.sizeAtStart.height, progress: line.tell)
        }
        let program = MessengerProgram(
            directory: directory, log: FileLog(path: paths.log), settings: LiveSettings(file: file),
            terminal: try TerminalSession.open())
        if let prepared {
            try program.open(prepared)
        } else {
            program.askForName()
        }
        program.pacer.drawNow()
        program.settings.follow()
        await program.untilEnded()
        await program.close()
    }

    private init(directory: ProfileDirectory, log: FileLog, settings: LiveSettings, terminal: TerminalSession) {
        self.directory = directory
        self.log = log
        self.settings = settings
        self.terminal = terminal
        events = ScreenEvents(clock: clock)
        let screen = MessengerScreen(events: events, size: terminal.size, after: MainTimer.after)
        self.screen = screen
        pacer = FramePacer(clock: clock, after: MainTimer.after) {
            terminal.present(screen.draw())
            screen.wasPresented()
        }
        commands = UserCommand(logger: log.logger(label: "commands"))
        notices = NoticeOutput(terminal: terminal, command: commands)
        connectTerminal()
        events.connection.subscribe(self) { program, model in program.nameWindow(model.windowTitle.string) }
        settings.onChange = { [weak self] in self?.applySettings() }
        applySettings()
    }

    /// Hands each part of the settings to whom it concerns.
    private func applySettings() {
        let now = settings.settings
        screen.widths = now.layout
        terminal.setMouse(now.mouse)
        log.setLevel(now.logLevel)
        if now.keys != boundKeys {
            boundKeys = now.keys
            screen.keyMap = KeyMap.with(overrides: now.keys).keyMap
            home?.guide.take(GuideKeys(screen.keyMap))
        }
        nameWindow(windowTitle)
        chooseColors()
        session?.take(now.messenger, problems: settings.problems)
    }

    private func chooseColors() {
        terminal.use(settings.settings.theme.theme.colors(on: terminal.background, depth: terminal.depth).palette)
    }

    private func nameWindow(_ title: String) {
        windowTitle = title
        terminal.setTitle(settings.settings.notices.title ? title : nil)
    }

    private func connectTerminal() {
        terminal.onInput = { [weak self] input in
            guard let self else { return }
            self.pacer.answer { self.screen.handle(input) }
        }
        terminal.onInputEnd = { [weak self] in self?.pacer.drawAnswers() }
        terminal.onResize = { [weak self] size in
            self?.screen.resize(to: size)
            self?.pacer.request()
        }
        terminal.onBackground = { [weak self] in self?.chooseColors() }
        terminal.onTerminate = { [weak self] _ in self?.end() }
        terminal.onHangUp = { [weak self] in self?.end() }
        screen.onChange = { [weak self] in self?.pacer.request() }
        screen.onCommand = { [weak self] command in
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

    /// To the terminal's clipboard, and to the program that the settings name.
    private func copy(_ text: String) {
        terminal.copy(text)
        let program = settings.settings.programs.copy
        if !program.isEmpty { commands.run(program, input: text) }
    }

    private func show(_ address: String) {
        guard let program = ProgramCommand.browser(environment: ProgramEnvironment.value) else {
            screen.say(.words("program.no-program-opens-links-here"))
            return
        }
        if let problem = program.start(with: address) { screen.say(DisplayText(sanitizing: problem)) }
    }

    /// The terminal is the editor's until it ends; chats go on meanwhile.
    private func edit(_ draft: String) {
        guard editor == nil else { return }
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
            screen.finishEditing(text: text, problem: problem)
            pacer.drawNow()
        }
    }

    // MARK: First run

    private func askForName() {
        let firstRun = FirstRun(
            events: events, endpoint: FirstRunEndpoint(directory: directory, log: log),
            quit: { [weak self] in self?.end() },
            begin: { [weak self] beginning in self?.begin(beginning) })
        self.firstRun = firstRun
        firstRun.start()
    }

    /// Goes from the question straight into the conversation.
    private func begin(_ beginning: FirstRunBeginning) {
        do {
            firstRun = nil
            home = beginning.home
            try open(beginning.prepared)
        } catch {
            askForName()
            firstRun?.fail(ProgramExit.reason(error))
        }
    }

    // MARK: Conversations

    private func open(_ prepared: PreparedProfile) throws {
        let profile = prepared.profile
        lock = prepared.lock
        database = prepared.database
        let logger = log.logger(label: "messenger")
        let client = HomeserverClient(
            homeserver: try prepared.homeserver(), tokens: prepared.tokensOfFile, tokensCome: prepared.tokensCome,
            keep: directory.tokens(profile.name).keep, logger: log.logger(label: "client"))
        self.client = client
        let session = ConversationSession(
            account: Account(
                userID: profile.userID, displayName: profile.displayName, deviceID: profile.deviceID),
            database: prepared.database,
            client: client, events: events, environment: environment(for: profile, client), logger: logger)
        self.session = session
        applySettings()
        session.show(prepared.opening)
        if let rescue = prepared.rescue {
            logger.warning("\(rescue.message)")
            screen.say(DisplayText(sanitizing: rescue.message))
        }
        try directory.remember(lastUsed: profile.name)
        Task { await goOnline(prepared) }
    }

    /// What is on disk is on screen by now; the network comes after it.
    private func goOnline(_ prepared: PreparedProfile) async {
        do {
            if case .embedded = prepared.profile.home {
                if home == nil {
                    home = try await EmbeddedHome.start(prepared.profile, directory: directory, log: log)
                }
                client?.setAccessToken(home?.accessToken)
                if let problem = home?.problem { screen.say(DisplayText(sanitizing: problem.message)) }
            }
            if case .remote = prepared.profile.home {
                guard let tokens = await tokens(of: prepared) else {
                    client?.setTokens(nil)
                    session?.startLoggedOut(isSoft: !prepared.profile.isLoggedOut)
                    return
                }
                if prepared.tokensCome { client?.setTokens(tokens) }
            }
            if isEnding { return }
            session?.goOnline()
            home?.guide.take(GuideKeys(screen.keyMap))
            home?.guide.start()
        } catch {
            if home == nil, prepared.tokensCome { client?.setTokens(nil) }
            session?.cannotGoOnline(ProgramExit.reason(error))
        }
    }

    private func tokens(of prepared: PreparedProfile) async -> AccessTokens? {
        directory.keyring?.whenGivenUp { [weak self] reason in
            Task { @MainActor in self?.screen.say(DisplayText(sanitizing: reason)) }
        }
        return switch prepared.tokens {
        case .nothing: nil
        case .inFile(let tokens): tokens
        case .inKeyring: await directory.tokens(prepared.profile.name).loadAside()
        }
    }

    private func environment(for profile: Profile, _ client: HomeserverClient) -> SessionEnvironment {
        var environment = SessionEnvironment(
            now: { Int64(Date().timeIntervalSince1970 * 1_000) }, after: MainTimer.after,
            quit: { [weak self] in self?.end() }, didCompleteStep: { [weak self] in self?.home?.guide.notice($0) })
        environment.raiseNotice = { [weak self] notice in
            guard let self else { return }
            self.notices.raise(notice, by: self.settings.settings.notices)
        }
        environment.sealingKey = { [directory] in await directory.sealingKey(profile.name).keyAside() }
        environment.handOverText = { [weak self] in self?.screen.leave() }
        if case .embedded = profile.home { environment.sharing = sharing }
        if case .remote(let address) = profile.home {
            environment.login = AccountLogin(
                server: address, giveUp: { [weak self] in await self?.giveUp(profile) ?? .notNeeded }
            ) { [directory, log] dialogue, continuesDevice in
                do {
                    let deviceID = try await Login(directory: directory, log: log).logInAgain(
                        profile.name, client: client, continuesDevice: continuesDevice, dialogue: dialogue)
                    return .loggedIn(deviceID: deviceID)
                } catch {
                    return .failed(ProgramExit.reason(error))
                }
            }
        }
        return environment
    }

    private var sharing: ServerSharing {
        ServerSharing(
            standing: { [weak self] in self?.home?.standing ?? .unknown },
            share: { [weak self] address in await self?.changeHome { try await $0.share(at: address) } ?? .done },
            end: { [weak self] in await self?.changeHome { try await $0.endSharing() } ?? .done })
    }

    /// It is done as a whole, also where the program is ended meanwhile.
    private func changeHome(
        _ change: @escaping @MainActor (EmbeddedHome) async throws -> Void
    ) async -> ServerSharing.Outcome {
        guard let home else { return .done }
        let work = Task { () -> ServerSharing.Outcome in
            do {
                try await change(home)
                return .done
            } catch {
                return .failed(ProgramExit.reason(error))
            }
        }
        return await work.value
    }

    /// The homeserver ended the session for good.
    private func giveUp(_ profile: Profile) async -> UnsentFile {
        do {
            let path = try await EndedSession(directory: directory).giveUp(profile.name, database: database)
            return path.map { .written(path: $0) } ?? .notNeeded
        } catch {
            return .failed(ProgramExit.reason(error))
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
        screen.leave()
        ended?.resume()
        ended = nil
    }

    /// What was accepted is on disk before the screen is given back.
    private func close() async {
        settings.end()
        await session?.close()
        terminal.close()
        await home?.stop()
        await client?.shutdown()
        database?.close()
        log.finish()
    }
}
