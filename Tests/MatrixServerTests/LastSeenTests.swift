import MatrixAPI
import NIOHTTP1
import Testing

@testable import MatrixServer

/// Tests that a device's last activity is reported to its owner.
@Suite(.timeLimit(.minutes(5))) struct LastSeenTests {
    private static let ana = Caller(userID: "@ana:localhost", deviceID: "LAPTOP")
    private static let minute: Int64 = 60_000

    private func times(_ server: ServerUnderTest, _ token: String) async throws -> [String: Int64] {
        let devices = try await server.request(.GET, "v3/devices", token: token).body["devices"]?.array ?? []
        return Dictionary(
            uniqueKeysWithValues: devices.compactMap { device in
                guard let id = device["device_id"]?.string, let time = device["last_seen_ts"]?.integer else {
                    return nil
                }
                return (id, time)
            })
    }

    private func login(_ server: ServerUnderTest, device: String) async throws -> String {
        let body: JSONValue = [
            "type": "m.login.password", "user": "ana", "password": "secret", "device_id": .string(device),
        ]
        return try #require(try await server.request(.POST, "v3/login", body).body["access_token"]?.string)
    }

    @Test func lastSeenTimeUpdatesAndSurvivesARestart() async throws {
        let first = try await ServerUnderTest.start()
        _ = try await first.person("ana")
        let laptop = try await login(first, device: "LAPTOP")
        _ = try await login(first, device: "PHONE")
        let before = try await times(first, laptop)
        // Ensures that at least a millisecond lies between both.
        try await Task.sleep(for: .milliseconds(2))
        let after = try await times(first, laptop)
        #expect(after["PHONE"] == before["PHONE"])
        let (then, now) = (try #require(before["LAPTOP"]), try #require(after["LAPTOP"]))
        #expect(now > then)
        await first.server.stop()

        let second = try await ServerUnderTest.start(in: first.directory)
        #expect(try await times(second, laptop)["PHONE"] == before["PHONE"])
        await second.stop()
    }

    @Test func lastSeenTimeIsStoredEveryTenMinutes() {
        let lastSeen = LastSeen()
        #expect(lastSeen.time(of: Self.ana) == nil)
        #expect(lastSeen.record(Self.ana, now: 0))
        #expect(!lastSeen.record(Self.ana, now: 9 * Self.minute))
        #expect(lastSeen.time(of: Self.ana) == 9 * Self.minute)
        #expect(lastSeen.record(Self.ana, now: 10 * Self.minute))
        #expect(!lastSeen.record(Self.ana, now: 19 * Self.minute))
        lastSeen.noteEnd(Self.ana, now: 19 * Self.minute + 1)
        #expect(lastSeen.time(of: Self.ana) == 19 * Self.minute + 1)
        #expect(lastSeen.record(Self.ana, now: 20 * Self.minute))
        // A clock that is set back doesn't block updates.
        #expect(lastSeen.record(Self.ana, now: 0))
        lastSeen.remove(Self.ana)
        #expect(lastSeen.time(of: Self.ana) == nil)
    }
}
