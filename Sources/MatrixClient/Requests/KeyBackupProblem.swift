import MatrixAPI

/// The reason why a request about a backup of room keys failed.
package enum KeyBackupProblem: Error, Hashable, Sendable {
    /// There is no such backup, or no such key in it.
    case missing
    /// Another device created a new backup. The server may name its version.
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
