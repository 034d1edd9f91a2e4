import MatrixAPI
import Testing

@testable import ConfabBench

@Suite(.timeLimit(.minutes(2))) struct KeyedPeopleTests {
    @Test(arguments: [(1, 6), (4, 2), (6, 1), (250, 1)])
    func everyDeviceIsInOneRequestOfAsManyAsItMayHave(each: Int, requests: Int) {
        let people = KeyedPeople(
            writer: Session(userID: "@writer:localhost", accessToken: "t", deviceID: "D"),
            devices: ["@ana:localhost": ["A", "B"], "@bo:localhost": ["A", "B"], "@kim:localhost": ["A", "B"]])
        let parts = people.devices(each: each)
        #expect(parts.count == requests)
        for part in parts { #expect(part.values.joined().count <= each) }
        let all = parts.flatMap { $0.flatMap { user, devices in devices.map { "\(user) \($0)" } } }
        #expect(Set(all).count == 6 && all.count == 6)
    }
}
