import MatrixAPI
import MatrixClient
import MatrixCrypto
import Storage
import Testing

@testable import Engine

extension Device {
    /// Creates a cross-signing identity for the user, and signs this device with it.
    func makeIdentity() async throws -> OwnCrossSigning {
        let (own, key) = try #require(await encryption?.device())
        let account = try #require(
            try await database.encryption.readAside { try DeviceKeyTables(tables: $0, key: key).account() })
        let identity = OwnCrossSigning(userID: own.userID)
        let password = Person.password(of: UserID(own.userID)?.localpart ?? "")
        let upload = try identity.upload(signedBy: account, of: own)
        try await person.client.uploadSigningKeys(
            SigningKeys(
                master: upload["master_key"], selfSigning: upload["self_signing_key"],
                userSigning: upload["user_signing_key"]), userID: own.userID, proof: AccountProof(password: password))
        try await sign(self, by: identity)
        return identity
    }

    func sign(_ device: Device, by identity: OwnCrossSigning) async throws {
        let (userID, deviceID) = (device.person.userID, device.person.session.deviceID)
        let told = try await person.client.queryKeys(of: [userID]).deviceKeys[userID]?[deviceID]
        var upload = SignatureUpload()
        try identity.sign(
            DeviceKeys(json: #require(told), of: DeviceAddress(userID: userID, deviceID: deviceID)), into: &upload)
        let failures = try await person.client.uploadSignatures(upload.body.namedMembers.mapValues(\.namedMembers))
        #expect(failures.isEmpty)
    }
}
