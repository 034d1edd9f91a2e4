import Engine
import MatrixClient

/// Carries out the user's choices on the security screen.
@MainActor
final class SecurityEndpoint {
    private let parts: EndpointParts

    init(_ parts: EndpointParts) { self.parts = parts }

    /// Refreshes the state: other devices may have made a backup or a recovery key meanwhile.
    func refresh() {
        guard let encryption = parts.encryption else { return }
        parts.tasks.run {
            await encryption.lookAgain()
            await encryption.tend()
            await encryption.lookForRecoveryKey()
        }
    }

    /// - Parameter text: the recovery key, or the passphrase.
    func recover(with text: String) {
        run { encryption throws(RecoveryError) in
            try await encryption.recover(with: text)
            return .done
        }
    }

    func makeRecoveryKey() {
        run { encryption throws(RecoveryError) in .keyMade(try await encryption.makeRecovery()) }
    }

    func activateRecoveryKey() {
        run { encryption throws(RecoveryError) in
            try await encryption.activateRecoveryKey()
            return .done
        }
    }

    private func run(
        _ work: @escaping @Sendable (EncryptionEndpoint) async throws(RecoveryError) -> SecurityEvent
    ) {
        guard let encryption = parts.encryption else { return }
        parts.tasks.run { [parts] in
            do throws(RecoveryError) {
                await parts.queue.post(try await work(encryption))
            } catch {
                await parts.queue.post(SecurityEvent.failed(.recovery(error)))
            }
        }
    }

    /// - Parameters:
    ///   - way: whether to make the first identity or to replace the existing one.
    ///   - proof: the proof that the account belongs to the user. The first attempt has none, which some servers
    ///     accept. Other servers answer with the proof that they require.
    func makeIdentity(_ way: SecurityAction, _ proof: AccountProof) {
        guard let encryption = parts.encryption else { return }
        parts.tasks.run { [parts] in
            do throws(IdentityError) {
                if way == .newIdentity {
                    try await encryption.resetIdentity(proof: proof)
                } else {
                    try await encryption.makeIdentity(proof: proof)
                }
                await parts.queue.post(SecurityEvent.done)
            } catch .client(.proofNeeded(let demand)) {
                await parts.queue.post(SecurityEvent.failed(.needsProof(way, demand)))
            } catch {
                await parts.queue.post(SecurityEvent.failed(.identity(error)))
            }
        }
    }
}
