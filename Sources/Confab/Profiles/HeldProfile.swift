import Messenger
import Storage

/// A profile that a command works on, and no other process meanwhile.
struct HeldProfile {
    let profile: Profile
    private let directory: ProfileDirectory
    private let lock: ProfileLock

    /// - Parameter name: `nil` for the one that was used last.
    init(_ name: String?, paths: ProgramPaths = ProgramPaths()) throws(ProgramError) {
        let directory = ProfileDirectory(paths: paths, keyring: .ofSession)
        guard let name = name ?? directory.lastUsedName else { throw .noProfileYet }
        profile = try directory.load(name)
        lock = try ProfileLock(directory: directory.path(name), name: name)
        // What can't be read is said once, at the end.
        directory.keyring?.whenGivenUp { _ in }
        self.directory = directory
    }

    /// Lets somebody at its keys of encrypted chats.
    func withRoomKeys<Value>(_ body: (RoomKeyTransfer) async throws -> Value) async throws -> Value {
        defer { withExtendedLifetime(lock) {} }
        guard let key = await directory.sealingKey(profile.name).keyAside() else {
            throw ProgramError.sealingKeySilent(name: profile.name)
        }
        let database = try ProfileDatabase(path: directory.database(profile.name))
        defer { database.close() }
        return try await body(RoomKeyTransfer(store: database.encryption, sealedWith: key))
    }
}
