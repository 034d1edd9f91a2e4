/// The reason for which an embedded server doesn't start or answer its own process.
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
}
