import MatrixCrypto
import Testing

@testable import ConfabBench

@Suite(.timeLimit(.minutes(5))) struct KeyedPeopleTests {
    @Test(arguments: [(1, 6), (4, 2), (6, 1), (250, 1)])
    func devicesAreSplitIntoRequestsOfLimitedSize(each: Int, requests: Int) throws {
        let people = KeyedPeople(
            try ["ana", "bo", "kim"].map { try KeyedPerson("@\($0):localhost", deviceIDs: ["A", "B"], keys: 0) })
        let parts = people.devices(each: each)
        #expect(parts.count == requests)
        for part in parts { #expect(part.values.joined().count <= each) }
        let all = parts.flatMap { $0.flatMap { user, devices in devices.map { "\(user) \($0)" } } }
        #expect(Set(all).count == 6 && all.count == 6)
    }

    @Test func generatedDevicesAreSignedAndAcceptSessions() throws {
        let person = try KeyedPerson("@ana:localhost", deviceIDs: ["A", "B"], keys: 2)
        let first = try #require(person.devices.first)
        let identity = try person.identity.identity(
            person.identity.upload(signedBy: first.account, of: first.address))
        for device in person.devices {
            let known = try DeviceKeys(json: device.keys.json, of: device.address)
            #expect(identity.vouches(for: known))
            let oneTimeKeys = try device.oneTimeKeys
            #expect(oneTimeKeys.count == 2)
            for json in oneTimeKeys.values {
                _ = try OlmAccount().beginSession(with: known.identityKey, oneTimeKey: known.oneTimeKey(json: json))
            }
        }
    }
}
