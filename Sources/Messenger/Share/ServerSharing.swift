/// What the program does about letting others onto the server that it has in itself.
@MainActor
package struct ServerSharing {
    package enum Standing: Hashable, Sendable {
        /// The server has not started yet.
        case unknown
        /// It is this account's alone, and would be reached here by others, as in `127.0.0.1:8008`.
        case alone(address: String)
        /// It goes on when the program ends, and this line lets a colleague in.
        case shared(address: String, line: String)
    }

    package enum Outcome: Sendable {
        case done
        case failed(any Reason)
    }

    package let standing: @MainActor () -> Standing
    /// Hands the server over to a process of its own, which others reach at the address that was typed.
    package let share: @MainActor (String) async -> Outcome
    /// Takes it back.
    package let end: @MainActor () async -> Outcome

    package init(
        standing: @escaping @MainActor () -> Standing, share: @escaping @MainActor (String) async -> Outcome,
        end: @escaping @MainActor () async -> Outcome
    ) {
        self.standing = standing
        self.share = share
        self.end = end
    }
}
