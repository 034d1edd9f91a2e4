import MatrixAPI
import Testing

@testable import Confab

@Suite(.timeLimit(.minutes(5))) struct ProfileTests {
    @Test(arguments: [
        Confab.Profile(home: .embedded, userID: "@ana:localhost", deviceID: "LAPTOP", displayName: "Ana María"),
        Confab.Profile(
            home: .remote(address: "https://example.org"), userID: "@bo:example.org", deviceID: "D", displayName: nil),
        Confab.Profile(
            home: .remote(address: "unix:/run/team"), userID: "@kim:team", deviceID: "D", displayName: "",
            isLoggedOut: true, unsentFile: "unsent-2026-11-21T2146.txt"),
    ])
    func profileRoundTripsThroughItsFile(profile: Confab.Profile) throws {
        let kept = try JSONValue(parsing: profile.json.serialized)
        #expect(Confab.Profile(name: profile.name, json: kept) == profile)
    }

    @Test func incompleteProfileFileIsRejected() {
        #expect(Confab.Profile(name: "ana", json: ["user_id": "@ana:localhost", "home": "embedded"]) == nil)
        #expect(Confab.Profile(name: "ana", json: ["user_id": "@ana:localhost", "device_id": "D"]) == nil)
        #expect(Confab.Profile(name: "ana", json: [1, 2]) == nil)
    }

    @Test func aProfileIsNamedAfterUserAndServer() {
        #expect(Confab.Profile.name(userID: "@ana:example.org:8448") == "ana@example.org:8448")
    }

    @Test(arguments: [
        "@../../ana:example.org", "@/etc:x", "..", ".", "@.", "@", "", "@.hidden:x", "@ana\n:x", "@ana\u{0}:x",
        "@\u{1B}]0;x\u{7}:x", "@ana\r\n/..:x",
    ])
    func hostileUserIDYieldsASafeDirectoryName(userID: String) {
        let name = Confab.Profile.name(userID: userID)
        #expect(!name.isEmpty && name.first != ".")
        #expect(name.unicodeScalars.allSatisfy { $0 != "/" && $0.value >= 0x20 && $0.value != 0x7F })
    }
}
