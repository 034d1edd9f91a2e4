import Engine
import MatrixClient
import Storage

/// A profile that a command works on and keeps locked.
struct LockedProfile {
    let profile: Profile
    private let directory: ProfileDirectory
    private let log: FileLog
    private let lock: ProfileLock

    /// - Parameters:
    ///   - name: `nil` for the profile that was used last.
    ///   - borrows: whether a process that runs without a screen should yield the profile meanwhile.
    init(_ name: String?, borrows: Bool = true, paths: ProgramPaths = ProgramPaths()) throws {
        try ProgramPaths.makePrivateDirectory(paths.state)
        let directory = ProfileDirectory(paths: paths, keyring: .ofSession)
        let name = try directory.chosenName(name)
        profile = try directory.load(name)
        let take = { try ProfileLock(directory: directory.path(name), name: name) }
        lock = borrows ? try ProfileClaim(.lend, on: name, in: directory).lock(take) : try take()
        // An unreadable keyring is reported once, at the end.
        directory.keyring?.whenGivenUp { _ in }
        self.directory = directory
        log = FileLog(path: paths.log)
    }

    /// Gives access to the keys of encrypted chats.
    func withRoomKeys<Value>(_ body: (RoomKeyTransfer) async throws -> Value) async throws -> Value {
        defer { withExtendedLifetime(lock) {} }
        guard let key = await directory.sealingKey(profile.name).keyAside() else {
            throw ProgramError.sealingKeySilent(name: profile.name)
        }
        let database = try ProfileDatabase(path: directory.database(profile.name))
        defer { database.close() }
        return try await body(RoomKeyTransfer(store: database.encryption, sealedWith: key))
    }

    /// Gives access to the homeserver. An embedded server runs for the duration of the call.
    @MainActor
    func withClient<Value: Sendable>(
        _ body: @MainActor (HomeserverClient) async throws -> Value
    ) async throws -> Value {
        defer { withExtendedLifetime(lock) {} }
        var home: EmbeddedHomeserver?
        if case .embedded = profile.home {
            home = try await EmbeddedHomeserver.start(profile, directory: directory, log: log)
        }
        let answer: Result<Value, any Error>
        do {
            let client = try await client(home)
            do {
                answer = .success(try await body(client))
            } catch {
                answer = .failure(error)
            }
            await client.shutdown()
        } catch {
            answer = .failure(error)
        }
        await home?.stop()
        return try answer.get()
    }

    /// Gives access to the verification of this device.
    @MainActor
    func withConfirmation<Value: Sendable>(
        _ body: @MainActor (DeviceVerifier, HomeserverClient) async throws -> Value
    ) async throws -> Value {
        guard let key = await directory.sealingKey(profile.name).keyAside() else {
            throw ProgramError.sealingKeySilent(name: profile.name)
        }
        let database = try ProfileDatabase(path: directory.database(profile.name))
        defer { database.close() }
        return try await withClient { client in
            let confirmation = DeviceVerifier(
                client: client, store: database.encryption, userID: profile.userID, deviceID: profile.deviceID,
                sealedWith: key)
            let answer: Result<Value, any Error>
            do {
                answer = .success(try await body(confirmation, client))
            } catch {
                answer = .failure(error)
            }
            await confirmation.finish()
            return try answer.get()
        }
    }

    @MainActor
    private func client(_ home: EmbeddedHomeserver?) async throws -> HomeserverClient {
        let logger = log.logger(label: "client")
        switch profile.home {
        case .embedded:
            let path = try RuntimeSocket.path(profileName: profile.name)
            return HomeserverClient(
                homeserver: .unixSocket(path: path), accessToken: home?.accessToken, logger: logger)
        case .remote(let address):
            let store = directory.tokens(profile.name)
            guard let tokens = await store.loadAside() else {
                if store.content == .inKeyring { throw ProgramError.keyringSilent(name: profile.name) }
                throw MatrixClientError.loggedOut(isSoft: false)
            }
            return HomeserverClient(
                homeserver: try HomeserverLocation(userInput: address, allowsInsecure: true), tokens: tokens,
                keep: store.saveInBackground, logger: logger)
        }
    }
}
