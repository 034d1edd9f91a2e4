import MatrixAPI
import Testing

@testable import MatrixCrypto

@Suite(.timeLimit(.minutes(5))) struct DeviceTrustTests {
    private let bo: Household
    private let identity: PersonIdentity

    init() throws {
        bo = try Household("@bo:x")
        identity = try bo.identity
    }

    private func trust(
        _ device: DeviceKeys, _ identity: PersonIdentity?, seen: String?, isVerified: Bool = false
    ) -> DeviceTrust {
        DeviceTrust.of(device, identity: identity, seenMasterKey: seen, isVerified: isVerified)
    }

    @Test func deviceTrustFollowsItsOwnersTrust() throws {
        let (name, signed) = (identity.master.name, try bo.signedDevice)
        #expect(trust(signed, identity, seen: nil) == .signedByOwner)
        #expect(trust(signed, identity, seen: name) == .signedByOwner)
        #expect(trust(signed, identity, seen: name, isVerified: true) == .verified)
        #expect(trust(bo.device, identity, seen: name, isVerified: true) == .notSignedByOwner)
        #expect(trust(bo.device, identity, seen: nil) == .notSignedByOwner)
    }

    @Test func changedIdentityMustBeConfirmedFirst() throws {
        let other = try Household("@bo:x")
        for isVerified in [false, true] {
            #expect(
                try trust(other.signedDevice, other.identity, seen: identity.master.name, isVerified: isVerified)
                    == .identityChanged)
        }
        // A server that withholds the identity can't make its devices look like those of a user without one.
        #expect(trust(bo.device, nil, seen: identity.master.name, isVerified: true) == .identityChanged)
        #expect(try !trust(other.signedDevice, nil, seen: identity.master.name).receivesKeys)
    }

    @Test func deviceOfAUserWithoutIdentityIsVerifiedOnlyByItsKey() throws {
        #expect(trust(bo.device, nil, seen: nil) == .withoutIdentity)
        #expect(trust(bo.device, nil, seen: nil, isVerified: true) == .withoutIdentity)
        let compared = { (key: Ed25519PublicKey) in
            DeviceTrust.of(bo.device, identity: nil, seenMasterKey: nil, isVerified: false, verifiedKey: key)
        }
        #expect(compared(bo.device.signingKey) == .verified)
        #expect(try compared(Household("@bo:x").device.signingKey) == .withoutIdentity)
    }

    @Test func unsignedAndChangedDevicesReceiveNoKeys() {
        let receiving: [DeviceTrust] = [.verified, .signedByOwner, .withoutIdentity]
        let others: [DeviceTrust] = [.notSignedByOwner, .identityChanged]
        #expect(receiving.allSatisfy(\.receivesKeys) && !others.contains(where: \.receivesKeys))
    }
}
