import MatrixClient

/// Does what a person decided about how this device stands.
@MainActor
final class SecurityEndpoint {
    private let encryption: EncryptionEndpoint?
    private let queue: EventQueue
    private let tasks: TaskSet

    init(encryption: EncryptionEndpoint?, queue: EventQueue, tasks: TaskSet) {
        self.encryption = encryption
        self.queue = queue
        self.tasks = tasks
    }

    /// - Parameter text: the recovery key, or the passphrase.
    func recover(with text: String) {
        run { encryption throws(RecoveryProblem) in
            try await encryption.recover(with: text)
            return .done
        }
    }

    func makeRecoveryKey() {
        run { encryption throws(RecoveryProblem) in .keyMade(try await encryption.makeRecovery()) }
    }

    private func run(
        _ work: @escaping @Sendable (EncryptionEndpoint) async throws(RecoveryProblem) -> SecurityEvent
    ) {
        guard let encryption else { return }
        tasks.run { [queue] in
            do throws(RecoveryProblem) {
                await queue.post(try await work(encryption))
            } catch {
                await queue.post(SecurityEvent.failed(.recovery(error)))
            }
        }
    }

    /// - Parameters:
    ///   - isNew: whether it takes the place of the one that is there.
    ///   - password: of the account; empty for the first try, which some servers let pass.
    func makeIdentity(isNew: Bool, password: String?) {
        guard let encryption else { return }
        tasks.run { [queue] in
            do throws(IdentityProblem) {
                let proof = AccountProof(password: password)
                if isNew {
                    try await encryption.resetIdentity(proof: proof)
                } else {
                    try await encryption.makeIdentity(proof: proof)
                }
                await queue.post(SecurityEvent.done)
            } catch {
                await queue.post(SecurityEvent.failed(.identity(error)))
            }
        }
    }
}
