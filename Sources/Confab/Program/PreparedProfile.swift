import Foundation
import MatrixAPI
import MatrixClient
import Storage
import ViewModels

/// A profile that this process has locked, with its database open.
struct PreparedProfile {
    let profile: Profile
    let lock: ProfileLock
    let database: ProfileDatabase
    let opening: StartupSnapshot
    /// `nil` if the database was intact.
    let rescue: Rescue?
    /// The stored tokens. An embedded profile has none, since its server creates a token at each start.
    let tokens: TokenStore.Content
    let socketPath: String

    /// - Parameters:
    ///   - lock: the lock, if this process has it already.
    ///   - chatLimit: the number of chats that the screen shows.
    ///   - progress: called with the progress of a database migration, 0…1.
    init(
        _ profile: Profile, lock: ProfileLock? = nil, directory: ProfileDirectory,
        chatLimit: Int = ProfileDatabase.usualChatLimit,
        progress: (Double) -> Void = { _ in }
    ) throws {
        self.profile = profile
        self.lock = try lock ?? ProfileLock(directory: directory.path(profile.name), name: profile.name)
        let opened = try OpenedDatabase(
            path: directory.database(profile.name), chatLimit: chatLimit, progress: progress)
        (database, opening, rescue) = (opened.database, opened.opening, opened.rescue)
        socketPath = try RuntimeSocket.path(profileName: profile.name)
        switch profile.home {
        case .embedded: tokens = .nothing
        case .remote: tokens = directory.tokens(profile.name).content
        }
    }

    /// Whether the tokens arrive later: from the keyring, or from a server that has yet to start.
    var tokensCome: Bool {
        if case .embedded = profile.home { return true }
        return tokens == .inKeyring
    }

    var tokensOfFile: AccessTokens? {
        if case .inFile(let tokens) = tokens { tokens } else { nil }
    }

    func homeserver() throws -> HomeserverLocation {
        switch profile.home {
        case .embedded: .unixSocket(path: socketPath)
        case .remote(let address): try HomeserverLocation(userInput: address, allowsInsecure: true)
        }
    }
}

extension PreparedProfile {
    /// Opens the profile for the start; `nil` if there is none. If another process has it open, this tries the
    /// other profiles of the same window.
    ///
    /// - Parameters:
    ///   - chatLimit: the number of chats that are visible at once.
    ///   - progress: called with the progress of a database migration, 0…1.
    static func ofStart(
        _ name: String?, in directory: ProfileDirectory, chatLimit: Int = ProfileDatabase.usualChatLimit,
        progress: (Double) -> Void
    ) throws -> PreparedProfile? {
        guard let first = name ?? directory.lastUsedName else { return nil }
        func prepare(_ name: String) throws -> PreparedProfile {
            try Self.prepare(name, in: directory, chatLimit: chatLimit, progress: progress)
        }
        do {
            return try prepare(first)
        } catch ProgramError.profileInUse(let inUse, let process) where name == nil {
            let together = directory.openNames
            for other in together.contains(first) ? together : [] where other != first {
                if let prepared = try? prepare(other) { return prepared }
            }
            throw ProgramError.profileInUse(name: inUse, processID: process)
        }
    }

    private static func prepare(
        _ name: String, in directory: ProfileDirectory, chatLimit: Int, progress: (Double) -> Void
    ) throws -> PreparedProfile {
        let profile = try directory.load(name)
        return try ProfileClaim(.makeRoom, on: name, in: directory).lock {
            try PreparedProfile(profile, directory: directory, chatLimit: chatLimit, progress: progress)
        }
    }
}

extension Rescue {
    /// A description of the database repair for users.
    var message: String {
        let name = (damagedPath as NSString).lastPathComponent
        let saved = [
            lines > 0 ? String.words("rescue.unsent-lines", count: lines) : nil,
            drafts > 0 ? .words("rescue.drafts", count: drafts) : nil,
            contacts > 0 ? .words("rescue.contacts", count: contacts) : nil,
            importedChats > 0 ? .words("rescue.imported-chats", count: importedChats) : nil,
        ].compactMap(\.self)
        let kept: String =
            saved.isEmpty
            ? .words("rescue.nothing-unsent") : .words("rescue.saved", ["list": saved.joined(separator: ", ")])
        return .words("rescue.damaged", ["file": name, "kept": kept])
    }
}
