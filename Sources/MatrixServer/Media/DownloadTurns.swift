import Synchronization

/// Counts the files that are being sent: each keeps a descriptor open for as long as its reader takes.
final class DownloadTurns: Sendable {
    /// A download. It ends when this is released.
    final class Turn: Sendable {
        private let end: @Sendable () -> Void

        fileprivate init(_ end: @escaping @Sendable () -> Void) { self.end = end }

        deinit { end() }
    }

    private let limit: Int
    private let counts = Mutex<[String: Int]>([:])

    /// - Parameter limit: The maximum number of downloads of one account at a time.
    init(limit: Int) { self.limit = limit }

    /// - Parameter reader: The account.
    /// - Throws: 429 if it has too many already.
    func begin(_ reader: String) throws(Refusal) -> Turn {
        let isAllowed = counts.withLock { counts in
            guard counts[reader, default: 0] < limit else { return false }
            counts[reader, default: 0] += 1
            return true
        }
        guard isAllowed else { throw .limited(milliseconds: 2_000) }
        return Turn { [self] in
            counts.withLock { counts in
                let rest = counts[reader, default: 1] - 1
                counts[reader] = rest == 0 ? nil : rest
            }
        }
    }
}
