import Conversations
import Foundation
import MatrixAPI
import MatrixClient
import Messenger
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

    init(_ prepared: PreparedProfile, directory: ProfileDirectory, log: FileLog) throws {
        profile = prepared.profile
        (self.prepared, self.directory, self.log) = (prepared, directory, log)
        client = HomeserverClient(
            homeserver: try prepared.homeserver(), tokens: prepared.tokensOfFile, tokensCome: prepared.tokensCome,
            keep: directory.tokens(profile.name).keep, logger: log.logger(label: "client"))
        var environment = SessionEnvironment(
            now: { Int64(Date().timeIntervalSince1970 * 1_000) }, after: MainTimer.after, quit: {},
            didCompleteStep: { _ in })
        environment.sealingKey = { [name = profile.name] in await directory.sealingKey(name).keyAside() }
        session = ConversationSession(
            account: Account(userID: profile.userID, displayName: profile.displayName, deviceID: profile.deviceID),
            database: prepared.database, client: client, events: ScreenEvents(clock: FrameClock()),
            environment: environment, logger: log.logger(label: "messenger"))
        if let rescue = prepared.rescue { ProgramExit.say(rescue.message) }
        session.turn(away: true)
        session.show(prepared.opening)
    }

    /// Follows the server, which runs here where it is the one inside the program.
    private func goOnline() async throws {
        guard let prepared else { return }
        switch profile.home {
        case .embedded:
            home = try await EmbeddedHome.start(profile, directory: directory, log: log)
            client.setAccessToken(home?.accessToken)
        case .remote:
            guard let tokens = try await tokens() else {
                throw MatrixClientError.loggedOut(isSoft: !profile.isLoggedOut)
            }
            if prepared.tokensCome { client.setTokens(tokens) }
        }
        session.goOnline()
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
            try await goOnline()
            answer = .success(try await body())
        } catch {
            answer = .failure(error)
        }
        limit.cancel()
        await close()
        return try answer.get()
    }

    /// The chat that is meant, of those on this device.
    func chat(_ named: String) async throws -> Chat {
        let chats = try await prepared?.database.chats.allAside() ?? []
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

    /// What was accepted is on disk when it returns.
    private func close() async {
        scripts?.stop()
        guard let open = prepared else { return }
        await session.close()
        await home?.stop()
        await client.shutdown()
        open.database.close()
        prepared = nil
    }

    private func hearScripts() throws(ProgramError) {
        scripts = try ScriptServer(profileName: profile.name, directory: directory.path(profile.name)) {
            [weak self] wish, tell in
            guard let self else { return }
            switch wish {
            case .send(let chatID, let text): await session.send(text, in: chatID, tell: tell)
            case .sendFile(let chatID, let path, let caption):
                await session.sendFile(at: path, caption: caption, in: chatID, tell: tell)
            case .open: _ = tell(.failed(ScriptProblem.noScreen.message, exitCode: 1))
            case .join(let address, let knocks):
                _ = tell(await ChatEntrance(client).answer(address, knocks: knocks, userID: profile.userID))
            case .makeRoom:
                await close()
                _ = tell(.done(chatID: nil))
            }
        }
    }

    private func tokens() async throws -> AccessTokens? {
        guard let prepared else { return nil }
        // What can't be read is said once, at the end.
        directory.keyring?.whenGivenUp { _ in }
        switch prepared.tokens {
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
