import MatrixAPI

/// Why nothing came of a request about a backup of room keys.
package enum KeyBackupProblem: Error, Hashable, Sendable {
    /// There is no such backup, or no such key in it.
    case missing
    /// Another device began a new backup; the server names it, or doesn't.
    case otherVersion(current: String?)
    case client(MatrixClientError)

    init(_ error: MatrixClientError) {
        guard case .matrix(let answer, _, _) = error else {
            self = .client(error)
            return
        }
        switch answer.code {
        case .notFound: self = .missing
        case .wrongRoomKeysVersion: self = .otherVersion(current: answer.details["current_version"]?.identifier)
        default: self = .client(error)
        }
    }
}
