import MatrixClient
import Storage

/// The reason that a line could not be encrypted.
enum SealingProblem: Error {
    case client(MatrixClientError)
    case storage(StorageError)
    /// The identities of these people changed, and the user has not accepted that.
    case identityChanged([String])
    /// The account requested encryption for the chat, and the server shows no encryption state.
    case encryptionMissing
    /// This device's own keys can't be opened.
    case withoutKeys
}
