import Foundation
import MatrixAPI
import MatrixClient

/// Logs in to a homeserver and saves the account as a profile.
@MainActor
struct Login {
    let directory: ProfileDirectory
    let log: FileLog
    /// Called with the file of unsent messages if the last session turns out to have ended for good.
    var savedUnsentMessages: @MainActor (String) -> Void = { _ in }

    /// - Parameters:
    ///   - address: a server name, a URL or `unix:PATH`; empty if the user's ID leads to the server.
    ///   - user: may be empty if an address is given.
    ///   - allowsInsecure: whether plain HTTP to another machine is allowed.
    func logIn(
        address: String, user: String, allowsInsecure: Bool, dialogue: LoginDialogue
    ) async throws -> Profile {
        let continued = ReusedDevice()
        let login = HomeserverLogin(
            deviceName: DeviceName.text, dialogue: dialogue, logger: log.logger(label: "client"),
            deviceID: { homeserver in try await self.device(of: user, at: homeserver, continued) })
        let (session, homeserver) = try await login.run(
            LoginMachine(user: user, address: address, allowsInsecure: allowsInsecure))
        defer { withExtendedLifetime(continued) {} }
        return try await save(session, homeserver, continued)
    }

    /// Registers a new account and saves it as a profile.
    ///
    /// - Parameter token: the registration token that the server may require.
    func register(
        address: String, user: String, password: String, token: String?, allowsInsecure: Bool,
        report: @escaping @MainActor @Sendable (LoginStep) -> Void = { _ in }
    ) async throws -> Profile {
        // Registration offers no choice of methods.
        let dialogue = LoginDialogue(report: report) { _ in throw LoginError.client(.cancelled) }
        let login = HomeserverLogin(
            deviceName: DeviceName.text, dialogue: dialogue, logger: log.logger(label: "client"))
        let user = LoginMachine.userID(typed: user)
        let (session, homeserver) = try await login.register(
            LoginMachine(user: user, address: address, allowsInsecure: allowsInsecure),
            name: UserID(user)?.localpart ?? user, password: password, token: token)
        return try await save(session, homeserver, ReusedDevice())
    }

    /// Milliseconds since 1970.
    static var now: Int64 { Int64(Date().timeIntervalSince1970 * 1_000) }

    private func save(
        _ session: Session, _ homeserver: HomeserverLocation, _ continued: ReusedDevice
    ) async throws -> Profile {
        let tokens = session.tokens(now: Self.now)
        let client = HomeserverClient(
            homeserver: homeserver, accessToken: session.accessToken, logger: log.logger(label: "client"))
        do {
            let name = try? await client.profile(userID: session.userID).displayName
            let home = Profile.Home.remote(address: homeserver.displayText)
            let profile = Profile(
                name: directory.name(userID: session.userID, home: home), home: home, userID: session.userID,
                deviceID: session.deviceID, displayName: name)
            try await lock(profile, client, continued)
            try await directory.tokens(profile.name).saveInBackground(tokens)
            try await saveWithKeys(profile)
            try directory.remember(lastUsed: profile.name)
            await client.shutdown()
            return profile
        } catch {
            await client.shutdown()
            throw error
        }
    }

    /// Saves a profile. If the device is new and the keyring lost the old sealing key, the device gets a new one.
    func saveWithKeys(_ profile: Profile) async throws {
        if let last = try? directory.load(profile.name), last.deviceID != profile.deviceID {
            await directory.sealingKey(profile.name).renewAside()
        }
        try directory.save(profile)
    }

    /// Returns the existing profile of an account. Its device is reused unless its session ended for good, so that
    /// its transaction identifiers stay valid.
    private func known(user: String, homeserver: HomeserverLocation) -> Profile? {
        let user = LoginMachine.userID(typed: user)
        let home = Profile.Home.remote(address: homeserver.displayText)
        return directory.names.compactMap { try? directory.load($0) }.first { profile in
            profile.userID == user
                ? directory.name(userID: user, home: home) == profile.name
                : profile.home == home && UserID(profile.userID)?.localpart == user
        }
    }

    /// Locks the profile of the user who logged in. The browser or a login token may log in another
    /// user than the given one.
    private func lock(_ profile: Profile, _ client: HomeserverClient, _ continued: ReusedDevice) async throws {
        guard continued.name != profile.name else { return }
        do throws(ProgramError) {
            continued.lock = try await lock(profile.name)
            continued.name = profile.name
        } catch {
            // No profile will use the new session.
            try? await client.logOut()
            throw error
        }
    }

    private func lock(_ name: String) async throws(ProgramError) -> ProfileLock {
        do {
            return try await ProfileClaim(.lend, on: name, in: directory).lockInBackground {
                try ProfileLock(directory: directory.path(name), name: name)
            }
        } catch {
            throw ProgramExit.programError(error) ?? .directory(path: directory.path(name), reason: "\(error)")
        }
    }

    /// Locks the profile before its token changes. A process that has it open would continue with an invalid token.
    private func device(
        of user: String, at homeserver: HomeserverLocation, _ continued: ReusedDevice
    ) async throws -> String? {
        guard let known = known(user: user, homeserver: homeserver) else { return nil }
        continued.lock = try await lock(known.name)
        continued.name = known.name
        guard await hasEnded(known) else { return known.deviceID }
        if let path = try await EndedSession(directory: directory).discard(known.name) { savedUnsentMessages(path) }
        return nil
    }

    /// Whether the server ended the session for good, perhaps while the program was not running.
    private func hasEnded(_ profile: Profile) async -> Bool {
        if profile.isLoggedOut { return true }
        let store = directory.tokens(profile.name)
        guard case .remote(let address) = profile.home, let tokens = await store.loadAside(),
            let homeserver = try? HomeserverLocation(userInput: address, allowsInsecure: true)
        else { return false }
        let client = HomeserverClient(
            homeserver: homeserver, tokens: tokens, keep: store.saveInBackground, logger: log.logger(label: "client"))
        var hasEnded = false
        do throws(MatrixClientError) {
            _ = try await client.whoAmI()
        } catch {
            hasEnded = error.endsSessionForGood
        }
        await client.shutdown()
        return hasEnded
    }
}

extension MatrixClientError {
    fileprivate var endsSessionForGood: Bool {
        switch self {
        case .matrix(let answer, _, _): answer.endsSession && !answer.isSoftLogout
        case .loggedOut(let isSoft): !isSoft
        default: false
        }
    }
}

/// Keeps the lock of the profile whose device is reused until its new token is saved.
@MainActor
private final class ReusedDevice {
    var lock: ProfileLock?
    var name: String?
}

extension Login {
    /// Logs in again to a profile that this process has open. Its client then uses the new token.
    ///
    /// - Parameter continuesDevice: whether the server said that the device stays valid (client-server
    ///   API, "Soft logout").
    /// - Returns: the device of the new session.
    func logInAgain(
        _ name: String, client: HomeserverClient, continuesDevice: Bool, dialogue: LoginDialogue
    ) async throws -> String {
        var profile = try directory.load(name)
        let deviceID = continuesDevice ? profile.deviceID : nil
        let login = HomeserverLogin(
            deviceName: DeviceName.text, dialogue: dialogue.openingTheBrowser(), logger: log.logger(label: "client"),
            deviceID: { _ in deviceID })
        let (session, _) = try await login.run(LoginMachine(user: profile.userID, at: client.homeserver))
        guard session.userID == profile.userID else {
            await end(session, at: client.homeserver)
            throw ProgramError.input(.otherPerson(session.userID))
        }
        profile.deviceID = session.deviceID
        profile.isLoggedOut = false
        profile.unsentFile = nil
        let tokens = session.tokens(now: Login.now)
        try await directory.tokens(name).saveInBackground(tokens)
        try await saveWithKeys(profile)
        client.setTokens(tokens)
        return session.deviceID
    }

    /// Ends a session that will not be used.
    private func end(_ session: Session, at homeserver: HomeserverLocation) async {
        let client = HomeserverClient(homeserver: homeserver, accessToken: session.accessToken)
        // If this fails too, the user has to remove the session on another device.
        try? await client.logOut()
        await client.shutdown()
    }
}
