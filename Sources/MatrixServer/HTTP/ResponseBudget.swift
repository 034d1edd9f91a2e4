import Synchronization

/// Counts the bytes of all responses that are composed or not read yet, in memory and in files.
final class ResponseBudget: Sendable {
    private struct State {
        var inMemory = 0
        var inFiles: Int64 = 0
        var accounts: [String: Int64] = [:]
    }

    /// The directory of the files. The next start removes a file that a crash left there.
    let directory: String
    private let limits: ServerLimits
    private let state = Mutex(State())

    init(_ limits: ServerLimits, directory: String) {
        self.limits = limits
        self.directory = directory
    }

    /// The maximum number of bytes of a response that are kept in memory while it is composed.
    var maxInMemory: Int { limits.answerBytesInMemory }

    /// The bytes of complete responses in memory, and of all files, now.
    var held: (inMemory: Int, inFiles: Int64) { state.withLock { ($0.inMemory, $0.inFiles) } }

    /// - Returns: `false` if the memory for responses is used up, so that this one goes into a file.
    func holdInMemory(_ bytes: Int) -> Bool {
        state.withLock { state in
            guard bytes <= limits.answerBytesInMemory, state.inMemory + bytes <= limits.answersInMemory else {
                return false
            }
            state.inMemory += bytes
            return true
        }
    }

    func release(inMemory bytes: Int) { state.withLock { $0.inMemory -= bytes } }

    /// - Throws: An error if the files of all responses or of the account would be too large, or too little of the
    ///   disk would be left.
    func reserve(inFiles bytes: Int64, of user: String) throws {
        try state.withLock { state in
            let own = state.accounts[user, default: 0]
            guard own + bytes <= limits.answerFileBytesPerAccount, state.inFiles + bytes <= limits.answerFileBytes
            else { throw ResponseBudget.exhausted }
            state.accounts[user] = own + bytes
            state.inFiles += bytes
        }
        if let free = FreeDiskSpace.free(at: directory), free - bytes < limits.diskKept {
            release(inFiles: bytes, of: user)
            throw ResponseBudget.exhausted
        }
    }

    func release(inFiles bytes: Int64, of user: String) {
        state.withLock { state in
            state.inFiles -= bytes
            let rest = state.accounts[user, default: bytes] - bytes
            state.accounts[user] = rest == 0 ? nil : rest
        }
    }

    private static let exhausted = EndpointError.busy(
        "Too many long answers wait for their readers", milliseconds: 10_000)
}
