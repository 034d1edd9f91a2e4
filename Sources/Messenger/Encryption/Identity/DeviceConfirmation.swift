import Foundation
package import MatrixClient
package import MatrixCrypto
package import Storage

/// Whether this device stands for the account's owner, and how it comes to, for a program without a screen.
package struct DeviceConfirmation: Sendable {
    private let encryption: EncryptionEndpoint

    /// - Parameters:
    ///   - store: of the account on this device.
    ///   - key: what the keys of the device are sealed with.
    package init(
        client: HomeserverClient, store: EncryptionStore, userID: String, deviceID: String, sealedWith key: SealingKey
    ) {
        encryption = EncryptionEndpoint(
            client: client, store: store, userID: userID, now: { Int64(Date().timeIntervalSince1970 * 1_000) },
            provideKey: { key })
        encryption.begin(deviceID: deviceID)
    }

    /// As the server and this device know it now; an identity is made where the account has none.
    package func state() async throws(IdentityProblem) -> OwnIdentityState {
        try await encryption.bringUpToDate()
        return await encryption.ownIdentity()
    }

    /// The account's own master key, where this device knows that it is the person's, in groups of four letters and digits.
    package func identityText() async -> String? {
        await encryption.ownMasterKey().map { key in
            Array(key.base64).batches(of: 4).map { String($0) }.joined(separator: " ")
        }
    }

    /// The account's devices that its owner has signed, where this device knows who that is.
    package func verifiedDevices() async throws(IdentityProblem) -> Set<String>? {
        try await encryption.lookAtOwnKeys()
        return await encryption.verifiedDevices()
    }

    package func makeIdentity(proof: AccountProof) async throws(IdentityProblem) {
        try await encryption.makeIdentity(proof: proof)
    }

    /// Whether there is a recovery key for the account; `nil` where there is none.
    package func recoveryOffer() async throws(RecoveryProblem) -> RecoveryOffer? {
        try await encryption.recoveryOffer()
    }

    /// - Parameter text: a recovery key, or the passphrase of one.
    package func recover(with text: String) async throws(RecoveryProblem) {
        try await encryption.recover(with: text)
    }

    /// What is not done by then is done when the program runs next.
    package func finish() async { await encryption.finish() }
}
