import Foundation
import Glibc
import MatrixAPI
import TestSupport
import TestTraits
import Testing

@testable import MatrixClient

/// Tests the registration of an account with `confab login --register`.
@Suite(.serialized, .timeLimit(.minutes(10)), .sandboxed) struct RegistrationTests {
    @Test func registrationNamesTheDeviceAfterTheHost() async throws {
        let server = try await TeamServer()
        let name = server.address.dropFirst("http://".count)
        let ana = try PersonAtScreen("ana")
        let result = try await ana.run(["login", "ana:\(name)", "--register"], input: "a password of ana\n")
        #expect(result.exit == .status(0), "\(result.errors)")
        #expect(result.output.contains("Logged in as @ana:localhost"))

        let profiles = ana.home.path + "/data/confab/profiles/ana@localhost"
        let profile = try JSONValue(parsing: Data(contentsOf: URL(filePath: profiles + "/profile.json")))
        let tokens = try KeptTokens.read(home: ana.home.path, profile: "ana@localhost")
        let client = HomeserverClient(homeserver: .url(server.address), accessToken: tokens.accessToken)
        let devices = try await client.perform(MatrixRequest(.get, "v3", "devices"))["devices"]?.array ?? []
        await client.shutdown()
        var host = [CChar](repeating: 0, count: 256)
        gethostname(&host, host.count - 1)
        let machine = String(decoding: host.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
        #expect(devices.map { $0["display_name"]?.string } == ["Confab on \(machine)"])
        #expect(devices.map { $0["device_id"]?.string } == [profile["device_id"]?.string])
    }

    @Test func registrationTokenIsRequiredAndAccepted() async throws {
        let server = try await TeamServer(registrationToken: "seedlings")
        // The list of processes must not reveal the token.
        let arguments = try String(contentsOfFile: "/proc/\(server.processIdentifier)/cmdline", encoding: .utf8)
        #expect(arguments.contains("serve") && !arguments.contains("seedlings"))
        let ana = try PersonAtScreen("ana")
        let without = try await ana.run(
            ["login", server.address, "--register", "--user", "ana"], input: "a password of ana\n")
        #expect(without.exit == .status(1))
        #expect(without.errors.contains("wants a registration token"))
        #expect(without.errors.contains("--token"))
        try await ana.logIn(at: server.address, ["--register", "--token", "seedlings"])
        try ana.open()
        try await ana.screen.waitFor("online")
    }
}
