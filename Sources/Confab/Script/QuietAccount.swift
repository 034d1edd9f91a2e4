import Conversations
import Foundation
import MatrixAPI
import MatrixClient
import Messenger
import Pictures
import Storage
import ViewModels

/// An account at work without a screen: it hears the server, sends what waits, and reads nothing in anybody's name.
@MainActor
final class QuietAccount {
    let session: ConversationSession
    private let profile: Profile
    /// `nil` once it is closed, when others may hold the profile.
    private var prepared: PreparedProfile?
    private let directory: ProfileDirectory
    private let log: FileLog
    private let client: HomeserverClient
    private var home: EmbeddedHome?
    private var scripts: ScriptServer?
    private var starting: Task<Void, any Error>?
    private var closing: Task<Void, Never>?
    private let lends: Bool
    /// How many wait for this process to let go of the profile, or did and don't have it yet.
    private var takers = 0
    private var onTaken: () -> Void = {}

    /// - Parameters:
    ///   - lends: whether it is held again after a command that wants it for a moment.
    ///   - settings: with what notices are raised.
    ///   - raise: raises one.
    init(
        _ prepared: PreparedProfile, directory: ProfileDirectory, log: FileLog, lends: Bool = false,
        settings: MessengerSettings = MessengerSettings(), raise: @escaping (RaisedNotice) -> Void = { _ in }
    ) throws {
        self.lends = lends
        profile = prepared.profile
        (self.prepared, self.directory, self.log) = (prepared, directory, log)
        client = HomeserverClient(
            homeserver: try prepared.homeserver(), tokens: prepared.tokensOfFile, tokensCome: prepared.tokensCome,
            keep: directory.tokens(profile.name).keep, logger: log.logger(label: "client"))
        var environment = SessionEnvironment(
            now: { Int64(Date().timeIntervalSince1970 * 1_000) }, after: MainTimer.after, quit: {},
            didCompleteStep: { _ in })
        // Nothing is shown or saved from here.
        environment.media = .ofProfile(directory.path(profile.name))
        // Nobody looks, and thumbnails go with what is sent.
        environment.pictures = PictureDesk(process: PictureProcess()) { nil }
        environment.sealingKey = { [name = profile.name] in await directory.sealingKey(name).keyAside() }
        environment.raiseNotice = raise
        session = ConversationSession(
            account: Account(userID: profile.userID, displayName: profile.displayName, deviceID: profile.deviceID),
            database: prepared.database, client: client, events: ScreenEvents(clock: FrameClock()),
            environment: environment, logger: log.logger(label: "messenger"))
        if let rescue = prepared.rescue { ProgramExit.say(rescue.message) }
        session.turn(away: true)
        session.take(settings, problems: [])
        session.show(prepared.opening)
        session.leaveUnwatched()
    }

    /// Follows the server, which runs here where it is the one inside the program.
    private func goOnline() async throws {
        guard let tokensCome = prepared?.tokensCome else { return }
        switch profile.home {
        case .embedded:
            home = try await EmbeddedHome.start(profile, directory: directory, log: log)
            client.setAccessToken(home?.accessToken)
        case .remote:
            let tokens = try await tokens()
            guard closing == nil else { return }
            guard let tokens else { throw MatrixClientError.loggedOut(isSoft: !profile.isLoggedOut) }
            if tokensCome { client.setTokens(tokens) }
        }
        if closing == nil { session.goOnline() }
    }

    /// Goes online for some work, and ends with it; what was accepted is on disk by then.
    ///
    /// - Parameters:
    ///   - deadline: when nobody waits for the server any longer, by the clock of ``ScriptConnection/now``.
    ///   - hearsScripts: whether it does meanwhile what other commands ask, and ends for a screen that one opens.
    func work<Value>(
        until deadline: Int64 = .max, hearsScripts: Bool = false, _ body: @MainActor () async throws -> Value
    ) async throws -> Value {
        let limit = Task {
            guard deadline < .max else { return }
            try await Task.sleep(for: .milliseconds(max(deadline - ScriptConnection.now, 0)))
            session.stopTelling()
        }
        if hearsScripts { try hearScripts() }
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

    /// Whether it has the profile.
    var isOpen: Bool { prepared != nil }

    /// The chat that is meant, of those on this device.
    func chat(_ named: String) async throws -> Chat {
        let chats = ChatNamesakes.marked(try await prepared?.database.chats.allAside() ?? [])
        return try ChatChoice(named, of: profile.userID).choose(among: chats)
    }

    /// Returns once all that the server had is on this device.
    func catchUp() async throws {
        for await state in session.connection() {
            if state == .online { return }
            if let problem = state.problem { throw problem }
        }
        throw ProgramError.script(.notInTime)
    }

    /// Stays until it is cancelled, makes room for somebody, or the server ends the session for good.
    func stay() async throws {
        for await state in session.connection() {
            if case .stopped(let error) = state { throw error }
        }
    }

    /// Returns once nobody is left for whom room was made and who does not have the profile yet.
    func roomIsTaken() async {
        while takers > 0 {
            await withCheckedContinuation { continuation in onTaken = { continuation.resume() } }
        }
    }

    /// What was accepted is on disk when it returns.
    private func close() async {
        if closing == nil {
            scripts?.stop()
            closing = Task {
                await session.close()
                // A server that starts can't be ended before it runs.
                if case .embedded = profile.home { _ = await starting?.result }
                await home?.stop()
                await client.shutdown()
                prepared?.database.close()
                prepared = nil
            }
        }
        await closing?.value
    }

    private func hearScripts() throws(ProgramError) {
        scripts = try ScriptServer(profileName: profile.name, directory: directory.path(profile.name)) {
            [weak self] wish, tell in
            guard let self else { return }
            switch wish {
            case .send(let chatID, let text): await session.send(text, in: chatID, tell: tell)
            case .sendFile(let chatID, let path, let caption):
                await session.sendFile(at: path, caption: caption, in: chatID, tell: tell)
            case .open: _ = tell(.noScreen)
            case .join(let address, let knocks):
                _ = tell(await ChatEntrance(client).answer(address, knocks: knocks, userID: profile.userID))
            case .fetch(let content): await session.keepFile(content, tell: tell)
            case .importFile(let path, let folder):
                await session.importFile(at: path, folder: folder, tell: tell)
            case .lend where !lends: _ = tell(.failed(ScriptProblem.noScreen.message, exitCode: 1))
            case .makeRoom, .lend: await makeRoom(tell)
            }
        }
    }

    /// Returns once who asked has the profile, or is gone: then nobody hears it any longer.
    private func makeRoom(_ tell: (ScriptAnswer) -> Bool) async {
        takers += 1
        await close()
        if tell(.done(chatID: nil)) { try? await Task.sleep(for: .seconds(10)) }
        takers -= 1
        // Another may be gone before who waits here goes on.
        let goOn = onTaken
        onTaken = {}
        goOn()
    }

    private func tokens() async throws -> AccessTokens? {
        guard let kept = prepared?.tokens else { return nil }
        // What can't be read is said once, at the end.
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
