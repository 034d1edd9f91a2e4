import MatrixAPI
import Testing

@testable import MatrixCrypto

@Suite(.timeLimit(.minutes(5))) struct SecretInquiryTests {
    private let phone: Household
    private let laptop: Household
    private let tablet: Household
    private let inquiry: SecretInquiry

    init() throws {
        phone = try Household("@ana:x", "PHONE")
        laptop = try Household("@ana:x", "LAPTOP")
        tablet = try Household("@ana:x", "TABLET")
        let bo = try Household("@bo:x", "LAPTOP")
        inquiry = SecretInquiry(
            .master, by: phone.address,
            of: [
                (phone.device, .verified), (laptop.device, .verified), (tablet.device, .verified),
                (bo.device, .verified), (try Household("@ana:x", "NEW").device, .signedByOwner),
            ])
    }

    @Test func ownVerifiedDevicesAreAskedForSecrets() {
        #expect(inquiry.devices == [laptop.address, tablet.address])
        #expect(inquiry.request.name == "m.cross_signing.master" && inquiry.request.deviceID == "PHONE")
        // Once a device has answered, the others need not.
        #expect(inquiry.devices(without: laptop.address) == [tablet.address])
    }

    @Test func secretIsAcceptedOnlyFromAskedDevices() throws {
        let answer = SharedSecret(laptop.own.secret(.master), answering: inquiry.request.requestID)
        #expect(
            try inquiry.secret(in: answer, from: laptop.device, trust: .verified) == laptop.own.secret(.master))
        let other = SharedSecret(answer.secret, answering: "other")
        #expect(try inquiry.secret(in: other, from: laptop.device, trust: .verified) == nil)
        // An attacker who controls the server can add a device, or give one the name of another.
        let strangers = [try Household("@ana:x", "NEW"), try Household("@ana:x", "LAPTOP"), phone]
        for stranger in strangers {
            #expect(throws: CryptoError.otherSender) {
                try inquiry.secret(in: answer, from: stranger.device, trust: .verified)
            }
        }
        for trust in [DeviceTrust.signedByOwner, .notSignedByOwner, .identityChanged, .withoutIdentity] {
            #expect(throws: CryptoError.otherSender) {
                try inquiry.secret(in: answer, from: laptop.device, trust: trust)
            }
        }
    }
}
