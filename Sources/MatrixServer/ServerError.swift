/// Why an embedded server doesn't start or answer its own process.
package enum ServerError: Error, Hashable, Sendable {
    case invalidServerName(String)
    case differentServerName(stored: String, asked: String)
    case dataDirectoryUnusable(path: String, reason: String)
    case dataInUse(path: String)
    case databaseNewer(path: String)
    case databaseUnusable(path: String, reason: String)
    case addressInUse(String)
    case addressUnusable(String, reason: String)
    case socketInUse(path: String)
    case socketUnusable(path: String, reason: String)
    case invalidLocalpart(String)
    case accountHasPassword(String)
    case alreadyStarted

    /// One line: what happened, and what to do.
    package var message: String {
        switch self {
        case .invalidServerName(let name):
            "“\(name)” is no server name: use a host name such as localhost."
        case .differentServerName(let stored, let asked):
            "The data belong to the server “\(stored)”, not “\(asked)”: keep the name or choose another data directory."
        case .dataDirectoryUnusable(let path, let reason):
            "The data directory \(path) can't be used (\(reason)): make it writable or choose another."
        case .dataInUse(let path):
            "Another server uses the data in \(path): stop it or choose another data directory."
        case .databaseNewer(let path):
            "The database \(path) was written by a newer program: update this one."
        case .databaseUnusable(let path, let reason):
            "The database \(path) can't be opened (\(reason)): restore a copy of it or move it away."
        case .addressInUse(let address):
            "The address \(address) is in use: stop the program that has it or choose another port."
        case .addressUnusable(let address, let reason):
            "The address \(address) can't be listened on (\(reason)): choose another."
        case .socketInUse(let path):
            "A running server listens on the socket \(path): stop it or choose another path."
        case .socketUnusable(let path, let reason):
            "The socket \(path) can't be made (\(reason)): choose another path."
        case .invalidLocalpart(let localpart):
            "“\(localpart)” can't name an account: use a-z, 0-9 and . _ = - / + only."
        case .accountHasPassword(let user):
            "The account \(user) has a password: log in with it."
        case .alreadyStarted:
            "The server was started before: make a new one."
        }
    }
}
