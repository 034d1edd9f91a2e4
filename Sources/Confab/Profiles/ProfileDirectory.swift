import Foundation
import MatrixAPI
import MatrixClient
import MatrixCrypto
import ViewModels

/// The profiles on disk, in one directory each.
struct ProfileDirectory {
    let paths: ProgramPaths
    /// The preferred storage of tokens.
    var keyring: Keyring?

    var names: [String] {
        let entries = (try? FileManager.default.contentsOfDirectory(atPath: paths.profiles)) ?? []
        return entries.filter { FileManager.default.fileExists(atPath: file($0)) }.sorted()
    }

    /// The profile that was used last, or the first one if that is unknown; `nil` if there is no profile.
    var lastUsedName: String? {
        if let last = rememberedName, isKnown(last) { return last }
        return names.first
    }

    /// Returns the name that was chosen, or else the one used last. A chosen name may be that of no profile.
    ///
    /// - Throws: ``ProgramError/noProfileYet`` if none was chosen and there is no profile.
    func chosenName(_ chosen: String?) throws -> String {
        guard let name = chosen ?? lastUsedName else { throw ProgramError.noProfileYet }
        return name
    }

    private var rememberedName: String? {
        guard let bytes = FileManager.default.contents(atPath: paths.lastProfile) else { return nil }
        var name = String(decoding: bytes, as: UTF8.self)
        while name.last?.isWhitespace == true { name.removeLast() }
        return name
    }

    /// Whether a profile of that name exists. Unlike ``names``, it doesn't read the whole directory.
    private func isKnown(_ name: String) -> Bool {
        !name.isEmpty && !name.contains("/") && FileManager.default.fileExists(atPath: file(name))
    }

    /// Returns the name of the existing or future profile of an account.
    ///
    /// A Matrix ID identifies the same account at any address. The exception is `localhost`, which names a
    /// different server on each machine.
    func name(userID: String, home: Profile.Home) -> String {
        let first = Profile.name(userID: userID)
        let candidates = [first] + (2...).lazy.prefix(98).map { "\(first)-\($0)" }
        let taken = Set(names)
        let isFree = { (name: String) in
            guard taken.contains(name) else { return true }
            guard let other = try? load(name), other.userID == userID else { return false }
            switch (other.home, home) {
            case (.embedded, .embedded): return true
            case (.remote(let old), .remote(let new)): return old == new || Self.isOfTheWorld(userID)
            default: return false
            }
        }
        return candidates.first(where: isFree) ?? first
    }

    /// Whether the ID's server has a globally unique name, which is one of the domain name system.
    private static func isOfTheWorld(_ userID: String) -> Bool {
        guard let host = UserID(userID)?.server.prefix(while: { $0 != ":" }), host.first != "[" else { return false }
        return host.contains(".") && !host.allSatisfy { $0.isNumber || $0 == "." } && !host.hasSuffix(".local")
    }

    func path(_ name: String) -> String { paths.profiles + "/" + name }
    func database(_ name: String) -> String { path(name) + "/confab.sqlite" }
    func serverData(_ name: String) -> String { path(name) + "/server" }

    func load(_ name: String) throws(ProgramError) -> Profile {
        guard isKnown(name) else { throw .noProfile(name: name, known: names) }
        guard let data = FileManager.default.contents(atPath: file(name)) else {
            throw .profileUnreadable(name: name, reason: .words("profiles.its-file-cant-be-opened"))
        }
        guard let json = try? JSONValue(parsing: data), let profile = Profile(name: name, json: json) else {
            throw .profileUnreadable(name: name, reason: .words("profiles.is-not-a-profile", ["file": file(name)]))
        }
        return profile
    }

    func save(_ profile: Profile) throws(ProgramError) {
        try ProgramPaths.makePrivateDirectory(path(profile.name))
        try ProgramPaths.writePrivateFile(profile.json.serialized + [0x0A], to: file(profile.name))
    }

    /// Saves the name if it differs from the saved one, since a write to disk is slow.
    func remember(lastUsed name: String) throws(ProgramError) {
        guard name != rememberedName else { return }
        try ProgramPaths.makePrivateDirectory(paths.data)
        try ProgramPaths.writePrivateFile(Array((name + "\n").utf8), to: paths.lastProfile)
    }

    func tokens(_ name: String) -> TokenStore { TokenStore(path: path(name) + "/token", keyring: keyring) }

    func sealingKey(_ name: String) -> SealingKeyStore {
        SealingKeyStore(file: SecretFile(path: path(name) + "/sealing-key", keyring: keyring))
    }

    private func file(_ name: String) -> String { path(name) + "/profile.json" }
}

/// The list of profiles that open together in one window.
extension ProfileDirectory {
    /// The names in the order in which they were added; empty if only one profile opens.
    var openNames: [String] {
        guard let bytes = FileManager.default.contents(atPath: paths.openProfiles) else { return [] }
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    /// - Parameter names: the profiles that are open together now. They are added to the list.
    func remember(opened names: [String]) throws(ProgramError) {
        let before = openNames
        try write(before + names.filter { !before.contains($0) })
    }

    func remember(closed name: String) throws(ProgramError) {
        try write(openNames.filter { $0 != name })
    }

    /// Returns the profile of a user who is logged in on this machine.
    ///
    /// - Parameters:
    ///   - user: the typed Matrix ID, or only its localpart.
    ///   - server: the typed address of the homeserver. If it is empty, any homeserver matches.
    func loggedIn(user: String, server: String) -> Profile? {
        let user = LoginMachine.userID(typed: user)
        let address = server.isEmpty ? nil : try? HomeserverLocation(userInput: server, allowsInsecure: true)
        return names.compactMap { try? load($0) }.first { profile in
            guard profile.userID == user || UserID(profile.userID)?.localpart == user, !profile.isLoggedOut else {
                return false
            }
            return switch profile.home {
            case .embedded: server.isEmpty
            case .remote(let home):
                (server.isEmpty || address?.displayText == home) && tokens(profile.name).content != .nothing
            }
        }
    }

    private func write(_ names: [String]) throws(ProgramError) {
        try ProgramPaths.makePrivateDirectory(paths.data)
        try ProgramPaths.writePrivateFile(names.map { $0 + "\n" }.joined().utf8, to: paths.openProfiles)
    }
}

/// The storage of the key that encrypts a profile's device keys.
struct SealingKeyStore: Sendable {
    let file: SecretFile

    /// Returns the key, or a new one if there is none; `nil` if it can't be read or saved, or the
    /// keyring doesn't return it.
    func keyAside() async -> SealingKey? {
        (try? await SecretFile.aside { try key() }) ?? nil
    }

    /// Replaces a key that the keyring lost, for a new device. The keys of the last device can't be decrypted any more.
    func renewAside() async {
        try? await SecretFile.aside {
            if file.isLost { try file.save(SealingKey().base64) }
        }
    }

    /// Returns the key. May take seconds.
    func key() throws -> SealingKey? {
        if file.content == .nothing {
            let key = SealingKey()
            try file.save(key.base64)
            return key
        }
        return try file.load().map { try SealingKey(base64: String(decoding: $0, as: UTF8.self)) }
    }
}
