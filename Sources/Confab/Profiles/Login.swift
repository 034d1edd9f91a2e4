import MatrixAPI
import MatrixClient

/// Logs in to a homeserver and keeps the account as a profile.
@MainActor
struct Login {
    let directory: ProfileDirectory
    let log: FileLog

    /// - Parameters:
    ///   - address: a server name, a URL or `unix:PATH`; empty where the user's ID names the server.
    ///   - allowsInsecure: whether plain HTTP to another machine is meant.
    func logIn(address: String, user: String, password: String, allowsInsecure: Bool) async throws -> Profile {
        let homeserver = try await find(address: address, user: user, allowsInsecure: allowsInsecure)
        let known = known(user: user, homeserver: homeserver)
        // The device's token changes: whoever has the profile open would go on with one that no longer counts.
        let lock = try known.map { try ProfileLock(directory: directory.path($0.name), name: $0.name) }
        defer { withExtendedLifetime(lock) {} }
        return try await keep(homeserver) { client in
            try await client.login(
                user: user, password: password, deviceName: DeviceName.text, deviceID: known?.deviceID)
        }
    }

    func register(
        address: String, user: String, password: String, token: String?, allowsInsecure: Bool
    ) async throws -> Profile {
        let homeserver = try Homeserver(userInput: address, allowsInsecure: allowsInsecure)
        return try await keep(homeserver) { client in
            try await client.register(
                username: user, password: password, registrationToken: token, deviceName: DeviceName.text)
        }
    }

    private func keep(
        _ homeserver: Homeserver, _ session: (HomeserverClient) async throws -> Session
    ) async throws -> Profile {
        let client = HomeserverClient(homeserver: homeserver, accessToken: nil, logger: log.logger(label: "client"))
        do {
            let session = try await session(client)
            client.setAccessToken(session.accessToken)
            let name = try? await client.profile(userID: session.userID).displayName
            let home = Profile.Home.remote(address: homeserver.displayText)
            let profile = Profile(
                name: directory.name(userID: session.userID, home: home), home: home, userID: session.userID,
                deviceID: session.deviceID, displayName: name)
            try directory.saveToken(session.accessToken, name: profile.name)
            try directory.save(profile)
            try directory.remember(lastUsed: profile.name)
            await client.shutdown()
            return profile
        } catch {
            await client.shutdown()
            throw error
        }
    }

    /// The same device goes on where an account was logged out: its transaction identifiers stay valid.
    private func known(user: String, homeserver: Homeserver) -> Profile? {
        let home = Profile.Home.remote(address: homeserver.displayText)
        return directory.names.compactMap { try? directory.load($0) }.first { profile in
            profile.userID == user
                ? directory.name(userID: user, home: home) == profile.name
                : profile.home == home && UserID(profile.userID)?.localpart == user
        }
    }

    private func find(address: String, user: String, allowsInsecure: Bool) async throws -> Homeserver {
        if !address.isEmpty { return try Homeserver(userInput: address, allowsInsecure: allowsInsecure) }
        guard let server = UserID(user)?.server else {
            throw ProgramError.input("Which homeserver? Give its address, or a whole Matrix ID like @name:server.")
        }
        return try Homeserver(userInput: server, allowsInsecure: allowsInsecure)
    }
}
