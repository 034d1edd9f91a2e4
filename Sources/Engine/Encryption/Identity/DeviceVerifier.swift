import Foundation
package import MatrixClient
package import MatrixCrypto
package import Storage

/// Checks and verifies this device without a user interface.
package struct DeviceVerifier: Sendable {
    private let encryption: EncryptionEndpoint

    /// - Parameters:
    ///   - store: the store of the account on this device.
    ///   - key: the key that encrypts the device's keys.
    package init(
        client: HomeserverClient, store: EncryptionStore, userID: String, deviceID: String, sealedWith key: SealingKey
    ) {
        encryption = EncryptionEndpoint(
            client: client, store: store, userID: userID, now: { Int64(Date().timeIntervalSince1970 * 1_000) },
            provideKey: { key })
        encryption.begin(deviceID: deviceID)
    }

    /// The current verification state; an identity is created if the account has none.
    package func state() async throws(IdentityError) -> OwnIdentityState {
        try await encryption.bringUpToDate()
        return await encryption.ownIdentity()
    }

    /// The account's own master key, if this device trusts it, in groups of four letters and digits.
    package func identityText() async -> String? {
        await encryption.ownMasterKey().map { key in
            Array(key.base64).batches(of: 4).map { String($0) }.joined(separator: " ")
        }
    }

    /// The account's devices that its identity has signed; `nil` if this device doesn't trust that identity.
    package func verifiedDevices() async throws(IdentityError) -> Set<String>? {
        try await encryption.loadOwnKeys()
        return await encryption.verifiedDevices()
    }

    package func makeIdentity(proof: AccountProof) async throws(IdentityError) {
        try await encryption.makeIdentity(proof: proof)
    }

    /// The recovery options of the account; `nil` if it has no recovery key.
    package func recoveryOffer() async throws(RecoveryError) -> RecoveryOffer? {
        try await encryption.recoveryOffer()
    }

    /// - Parameter text: a recovery key, or its passphrase.
    package func recover(with text: String) async throws(RecoveryError) {
        try await encryption.recover(with: text)
    }

    /// Stops the chores. The next run of the program continues them.
    package func finish() async { await encryption.finish() }
}
