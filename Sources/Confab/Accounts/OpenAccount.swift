import Engine
import Foundation
import Logging
import MatrixAPI
import MatrixClient
import Messenger
import Presentation
import Storage
import ViewModels

/// An open account: its profile, locked for this process, and all objects that run for it.
@MainActor
final class OpenAccount<Front: AccountInterface> {
    /// The parts that the program provides.
    struct Dependencies {
        let directory: ProfileDirectory
        let log: FileLog
        let quit: () -> Void
        let addAccount: @MainActor () -> Void
        /// Shows a message about an account on the visible screen.
        let say: (OpenAccount, String) -> Void
        let raiseNotice: (OpenAccount, RaisedNotification) -> Void
        let withdrawNotices: (OpenAccount, Set<String>) -> Void
        /// Returns the chats that have a notification on the desktop, by the profile's name.
        let deliveredNotifications: @MainActor (String) async -> Set<String>
        /// Shows a file with a program, and returns an error message if the program could not be started.
        let showFile: @MainActor (String) -> String?
        /// Draws the pictures of all accounts; `nil` if there is no screen for them.
        let pictures: PictureRenderer?
        /// Brings the account to the front of the window.
        let bring: (OpenAccount) -> Void
    }

    let profile: Profile
    let screen: Front
    private let prepared: PreparedProfile
    private let client: HomeserverClient
    private let surroundings: Dependencies
    private var session: ConversationSession?
    private var home: EmbeddedHomeserver?
    private var scripts: ScriptServer?
    private var isEnding = false
    /// The account as an entry of the window's list of accounts.
    private(set) lazy var inWindow = WindowAccount(
        userID: profile.userID, events: screen.events, turn: { [weak self] in self?.session?.turn(away: $0) },
        rowsToGoTo: { [weak self] in self?.session?.rowsToGoTo() ?? [] },
        search: { [weak self] in self?.session?.search() })

    /// - Parameter home: the running server, if it was already started for the account.
    init(
        _ prepared: PreparedProfile, home: EmbeddedHomeserver? = nil, on screen: Front, _ surroundings: Dependencies
    ) throws {
        self.prepared = prepared
        self.home = home
        self.screen = screen
        self.surroundings = surroundings
        profile = prepared.profile
        client = HomeserverClient(
            homeserver: try prepared.homeserver(), tokens: prepared.tokensOfFile, tokensCome: prepared.tokensCome,
            keep: surroundings.directory.tokens(profile.name).saveInBackground,
            logger: surroundings.log.logger(label: "client"))
    }

    /// Shows the data on disk, and goes online after they are on screen.
    func open(_ settings: MessengerSettings, problems: [any Reason]) {
        let logger = surroundings.log.logger(label: "messenger")
        let session = ConversationSession(
            account: Account(userID: profile.userID, displayName: profile.displayName, deviceID: profile.deviceID),
            database: prepared.database, client: client, events: screen.events, environment: environment,
            logger: logger)
        self.session = session
        session.apply(settings, problems: problems)
        session.show(prepared.opening)
        if let rescue = prepared.rescue {
            logger.warning("\(rescue.message)")
            showMessage(rescue.message)
        }
        Task { await goOnline() }
        Task {
            // This process replaces and withdraws the notifications that `confab notify` left.
            session.knowNotices(of: await surroundings.deliveredNotifications(profile.name))
        }
        Task { listenForScripts(logger) }
    }

    /// Opens a chat and brings its account to the front.
    func open(chatID: String) {
        surroundings.bring(self)
        session?.open(chatID: chatID)
    }

    func apply(_ settings: MessengerSettings, problems: [any Reason]) {
        session?.apply(settings, problems: problems)
        if let home { screen.instruct(home.guide) }
    }

    func pictureMeansChanged() { session?.pictureMeansChanged() }

    /// Prevents new work from starting.
    func end() { isEnding = true }

    /// Saves all accepted changes before it returns.
    func finish() async {
        isEnding = true
        scripts?.stop()
        await session?.close()
    }

    /// Ends the objects of the account, after ``finish()``.
    func close() async {
        await home?.stop()
        await client.shutdown()
        prepared.database.close()
    }

    /// Connects to the network. The data on disk are on screen by now.
    private func goOnline() async {
        do {
            if case .embedded = profile.home {
                if home == nil {
                    home = try await EmbeddedHomeserver.start(
                        profile, directory: surroundings.directory, log: surroundings.log)
                }
                client.setAccessToken(home?.accessToken)
                if let problem = home?.problem { showMessage(problem.message) }
            }
            if case .remote = profile.home {
                guard let tokens = await tokens() else {
                    client.setTokens(nil)
                    session?.startLoggedOut(isSoft: !profile.isLoggedOut)
                    return
                }
                if prepared.tokensCome { client.setTokens(tokens) }
            }
            if isEnding { return }
            session?.goOnline()
            if let home { screen.instruct(home.guide) }
            screen.onAction { [weak self] in self?.home?.guide.notice($0) }
            home?.guide.start()
        } catch {
            if home == nil, prepared.tokensCome { client.setTokens(nil) }
            session?.cannotGoOnline(ProgramExit.reason(error))
        }
    }

    private func tokens() async -> AccessTokens? {
        let directory = surroundings.directory
        directory.keyring?.whenGivenUp { [weak self] reason in
            Task { @MainActor in self?.showMessage(reason) }
        }
        return switch prepared.tokens {
        case .nothing: nil
        case .inFile(let tokens): tokens
        case .inKeyring: await directory.tokens(profile.name).loadAside()
        }
    }

    private func showMessage(_ text: String) { surroundings.say(self, text) }

    /// Listens for requests of commands. If that fails, commands have to wait until this program ends,
    /// but the chats still open.
    private func listenForScripts(_ logger: Logger) {
        if isEnding { return }
        do throws(ProgramError) {
            scripts = try ScriptServer(
                profileName: profile.name, directory: surroundings.directory.path(profile.name)
            ) { [weak self] wish, tell in
                switch wish {
                case .send(let chatID, let text): await self?.session?.send(text, in: chatID, tell: tell)
                case .sendFile(let chatID, let path, let caption):
                    await self?.session?.sendFile(at: path, caption: caption, in: chatID, tell: tell)
                case .open(let chatID):
                    self?.open(chatID: chatID)
                    _ = tell(.done(chatID: nil))
                case .join(let address, let knocks):
                    guard let self else { return }
                    _ = tell(await ChatJoiner(client).answer(address, knocks: knocks, userID: profile.userID))
                case .fetch(let content): await self?.session?.fetchFile(content, tell: tell)
                case .importFile(let path, let folder):
                    await self?.session?.importFile(at: path, folder: folder, tell: tell)
                case .makeRoom, .lend: _ = tell(.failed(.words("script.has-screen"), exitCode: 1))
                }
            }
        } catch {
            logger.warning("\(error.message)")
        }
    }
}

extension OpenAccount {
    private var environment: SessionEnvironment {
        var environment = SessionEnvironment(
            now: { Int64(Date().timeIntervalSince1970 * 1_000) }, after: MainTimer.after, quit: surroundings.quit,
            didCompleteStep: { [weak self] in self?.home?.guide.notice($0) })
        environment.raiseNotice = { [weak self] notice in
            if let self { surroundings.raiseNotice(self, notice) }
        }
        environment.withdrawNotices = { [weak self] chatIDs in
            if let self { surroundings.withdrawNotices(self, chatIDs) }
        }
        environment.sealingKey = { [directory = surroundings.directory, name = profile.name] in
            await directory.sealingKey(name).keyAside()
        }
        environment.handOverText = { [weak self] in self?.screen.leave() }
        environment.addAccount = surroundings.addAccount
        let directories = PersonalDirectories(environment: ProgramEnvironment.value)
        environment.media = MediaDirectories(
            kept: surroundings.directory.path(profile.name) + "/media", downloads: directories.downloads,
            home: directories.home, show: surroundings.showFile)
        environment.pictures = surroundings.pictures
        if case .embedded = profile.home { environment.sharing = sharing }
        if case .remote(let address) = profile.home { environment.login = login(at: address) }
        return environment
    }

    private func login(at address: String) -> AccountLogin {
        AccountLogin(server: address, giveUp: { [weak self] in await self?.giveUp() ?? .notNeeded }) {
            [directory = surroundings.directory, log = surroundings.log, client, name = profile.name]
            dialogue, continuesDevice in
            do {
                let deviceID = try await Login(directory: directory, log: log).logInAgain(
                    name, client: client, continuesDevice: continuesDevice, dialogue: dialogue)
                return .loggedIn(deviceID: deviceID)
            } catch {
                return .failed(ProgramExit.reason(error))
            }
        }
    }

    /// Handles a session that the homeserver ended for good.
    private func giveUp() async -> UnsentFile {
        do {
            let path = try await EndedSession(directory: surroundings.directory).discard(
                profile.name, database: prepared.database)
            return path.map { .written(path: $0) } ?? .notNeeded
        } catch {
            return .failed(ProgramExit.reason(error))
        }
    }

    private var sharing: ServerSharing {
        ServerSharing(
            standing: { [weak self] in self?.home?.standing ?? .unknown },
            share: { [weak self] address in await self?.changeHome { try await $0.share(at: address) } ?? .done },
            end: { [weak self] in await self?.changeHome { try await $0.endSharing() } ?? .done })
    }

    /// Completes the change even if the program ends meanwhile.
    private func changeHome(
        _ change: @escaping @MainActor (EmbeddedHomeserver) async throws -> Void
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
}
