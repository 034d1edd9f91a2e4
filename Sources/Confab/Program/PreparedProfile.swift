import MatrixClient
import Storage

/// A profile that this process holds, with its database open.
struct PreparedProfile {
    let profile: Profile
    let lock: ProfileLock
    let database: ProfileDatabase
    /// `nil` for an embedded profile: its server gives one each time it starts.
    let token: String?
    let socketPath: String

    init(_ profile: Profile, directory: ProfileDirectory) throws {
        self.profile = profile
        lock = try ProfileLock(directory: directory.path(profile.name), name: profile.name)
        database = try ProfileDatabase(path: directory.database(profile.name))
        socketPath = try RuntimeSocket.path(profileName: profile.name)
        switch profile.home {
        case .embedded: token = nil
        case .remote:
            guard let kept = directory.token(profile.name) else { throw profile.loggedOutError }
            token = kept
        }
    }

    func homeserver() throws -> Homeserver {
        switch profile.home {
        case .embedded: .unixSocket(path: socketPath)
        case .remote(let address): try Homeserver(userInput: address, allowsInsecure: true)
        }
    }
}

extension Profile {
    /// How to get in again.
    var loggedOutError: ProgramError {
        switch home {
        case .embedded: .loggedOut(name: name, login: "confab")
        case .remote(let address): .loggedOut(name: name, login: "confab login \(address) --user \(userID)")
        }
    }
}
