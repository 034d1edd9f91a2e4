import Conversations
import MatrixClient
import Storage

/// Why a line could not be sealed.
enum SealingProblem: Error {
    case client(MatrixClientError)
    case storage(StorageError)
    /// This device's own keys can't be opened.
    case withoutKeys
}
