import MatrixClient
import Storage

/// Why a line could not be sealed.
enum SealingProblem: Error {
    case client(MatrixClientError)
    case storage(StorageError)
    /// The keys that stand for these people are others than they were, and nobody answered for that.
    case identityChanged([String])
    /// The account asked for the chat's encryption, and the server shows no state of it.
    case encryptionMissing
    /// This device's own keys can't be opened.
    case withoutKeys
}
