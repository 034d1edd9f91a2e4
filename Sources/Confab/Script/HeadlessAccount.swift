import Conversations
import Engine
import Foundation
import MatrixAPI
import MatrixClient
import Messenger
import Pictures
import Presentation
import Storage
import ViewModels

/// An account that runs without a screen. It syncs with the server and sends queued messages, but never
/// marks messages as read.
@MainActor
final class HeadlessAccount {
    let session: ConversationSession
    private let profile: Profile
    /// `nil` once it is closed. Other processes may then open the profile.
    private var prepared: PreparedProfile?
    private let directory: ProfileDirectory
    private let log: FileLog
    private let client: HomeserverClient
    private var home: EmbeddedHomeserver?
    private var scripts: ScriptServer?
    private var starting: Task<Void, any Error>?
    private var closing: Task<Void, Never>?
    private let lends: Bool
    /// The number of processes that requested the profile and are not known to have opened it yet.
    private var takers = 0
    private var onTaken: () -> Void = {}

    /// - Parameters:
    ///   - lends: whether it reopens the profile after another command has borrowed it.
    ///   - settings: the settings for notifications.
    ///   - raise: shows a notification.
    init(
        _ prepared: PreparedProfile, directory: ProfileDirectory, log: FileLog, lends: Bool = false,
        settings: MessengerSettings = MessengerSettings(), raise: @escaping (RaisedNotification) -> Void = { _ in }
    ) throws {
        self.lends = lends
        profile = prepared.profile
        (self.prepared, self.directory, self.log) = (prepared, directory, log)
        client = HomeserverClient(
            homeserver: try prepared.homeserver(), tokens: prepared.tokensOfFile, tokensCome: prepared.tokensCome,
            keep: directory.tokens(profile.name).saveInBackground, logger: log.logger(label: "client"))
        var environment = SessionEnvironment(
            now: { Int64(Date().timeIntervalSince1970 * 1_000) }, after: MainTimer.after, quit: {},
            didCompleteStep: { _ in })
        // No file is shown or saved by this process.
        environment.media = .ofProfile(directory.path(profile.name))
        // No screen shows pictures, but sent pictures need thumbnails.
        environment.pictures = PictureRenderer(process: PictureProcess()) { nil }
        environment.sealingKey = { [name = profile.name] in await directory.sealingKey(name).keyAside() }
        environment.raiseNotice = raise
        session = ConversationSession(
            account: Account(userID: profile.userID, displayName: profile.displayName, deviceID: profile.deviceID),
            database: prepared.database, client: client, events: ScreenEvents(clock: FrameClock()),
            environment: environment, logger: log.logger(label: "messenger"))
        if let rescue = prepared.rescue { ProgramExit.printError(rescue.message) }
        session.turn(away: true)
        session.apply(settings, problems: [])
        session.show(prepared.opening)
        session.leaveUnwatched()
    }

    /// Connects to the server. An embedded server is started in this process.
    private func goOnline() async throws {
        guard let tokensCome = prepared?.tokensCome else { return }
        switch profile.home {
        case .embedded:
            home = try await EmbeddedHomeserver.start(profile, directory: directory, log: log)
            client.setAccessToken(home?.accessToken)
        case .remote:
            let tokens = try await tokens()
            guard closing == nil else { return }
            guard let tokens else { throw MatrixClientError.loggedOut(isSoft: !profile.isLoggedOut) }
            if tokensCome { client.setTokens(tokens) }
        }
        if closing == nil { session.goOnline() }
    }

    /// Goes online for some work, and closes the account afterwards. All accepted changes are saved before it returns.
    ///
    /// - Parameters:
    ///   - deadline: the time at which it stops to wait for the server, by the clock of ``ScriptConnection/now``.
    ///   - listensForScripts: whether it serves the requests of other commands meanwhile, and ends if a
    ///     screen wants the profile.
    func work<Value>(
        until deadline: Int64 = .max, listensForScripts: Bool = false, _ body: @MainActor () async throws -> Value
    ) async throws -> Value {
        let limit = Task {
            guard deadline < .max else { return }
            try await Task.sleep(for: .milliseconds(max(deadline - ScriptConnection.now, 0)))
            session.stopTelling()
        }
        if listensForScripts { try listenForScripts() }
        let answer: Result<Value, any Error>
        do {
            let starting = Task { try await goOnline() }
            self.starting = starting
            try await starting.value
            answer = .success(try await body())
        } catch {
            answer = .failure(error)
        }
        limit.cancel()
        await close()
        return try answer.get()
    }

    /// Whether it has the profile open.
    var isOpen: Bool { prepared != nil }

    /// Returns the chat of this device that a reference names.
    func chat(_ named: String) async throws -> Chat {
        let chats = ChatNamesakes.marked(try await prepared?.database.chats.allAside() ?? [])
        return try ChatChoice(named, of: profile.userID).choose(among: chats)
    }

    /// Returns once the first sync has received everything from the server.
    func catchUp() async throws {
        for await state in session.connection() {
            if state == .online { return }
            if let problem = state.problem { throw problem }
        }
        throw ProgramError.script(.notInTime)
    }

    /// Runs until it is canceled, yields the profile to another process, or the server ends the session for good.
    func stay() async throws {
        for await state in session.connection() {
            if case .stopped(let error) = state { throw error }
        }
    }

    /// Returns once every process that waited for the profile has opened it or is gone.
    func roomIsTaken() async {
        while takers > 0 {
            await withCheckedContinuation { continuation in onTaken = { continuation.resume() } }
        }
    }

    /// Saves all accepted changes before it returns.
    private func close() async {
        if closing == nil {
            scripts?.stop()
            closing = Task {
                await session.close()
                // A server can only be stopped after it has started.
                if case .embedded = profile.home { _ = await starting?.result }
                await home?.stop()
                await client.shutdown()
                prepared?.database.close()
                prepared = nil
            }
        }
        await closing?.value
    }

    private func listenForScripts() throws(ProgramError) {
        scripts = try ScriptServer(profileName: profile.name, directory: directory.path(profile.name)) {
            [weak self] wish, tell in
            guard let self else { return }
            switch wish {
            case .send(let chatID, let text): await session.send(text, in: chatID, tell: tell)
            case .sendFile(let chatID, let path, let caption):
                await session.sendFile(at: path, caption: caption, in: chatID, tell: tell)
            case .open: _ = tell(.noScreen)
            case .join(let address, let knocks):
                _ = tell(await ChatJoiner(client).answer(address, knocks: knocks, userID: profile.userID))
            case .fetch(let content): await session.fetchFile(content, tell: tell)
            case .importFile(let path, let folder):
                await session.importFile(at: path, folder: folder, tell: tell)
            case .lend where !lends: _ = tell(.failed(ScriptFailureReason.noScreen.message, exitCode: 1))
            case .makeRoom, .lend: await yieldProfile(tell)
            }
        }
    }

    /// Yields the profile. It returns once the requesting process has closed its connection, or after ten seconds.
    private func yieldProfile(_ tell: (ScriptResponse) -> Bool) async {
        takers += 1
        await close()
        // The end of the connection cancels the pause. A process that keeps the connection open gets no longer.
        if tell(.done(chatID: nil)) { try? await Task.sleep(for: .seconds(10)) }
        takers -= 1
        // Another request may end before the waiting task resumes, and must not resume it twice.
        let goOn = onTaken
        onTaken = {}
        goOn()
    }

    private func tokens() async throws -> AccessTokens? {
        guard let kept = prepared?.tokens else { return nil }
        // An unreadable keyring is reported once, at the end.
        directory.keyring?.whenGivenUp { _ in }
        switch kept {
        case .nothing: return nil
        case .inFile(let tokens): return tokens
        case .inKeyring:
            guard let tokens = await directory.tokens(profile.name).loadAside() else {
                throw ProgramError.keyringSilent(name: profile.name)
            }
            return tokens
        }
    }
}
