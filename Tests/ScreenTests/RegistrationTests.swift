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

    /// As the systemd unit starts the server.
    @Test(arguments: ["seedlings\n", "\n"])
    func credentialAndPublicURLReachTheJoinLine(credential: String) async throws {
        let home = try Sandbox()
        let directory = home.path + "/credentials"
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        try Data(credential.utf8).write(to: URL(filePath: directory + "/registration-token"))
        let port = try FreePort.find()
        // Not the address that it listens on: only the option names this one.
        let address = "http://localhost:\(port)"
        let joinLine = "confab login \(address)"
        let serving = try CommandProcess(
            ProgramLocation.confab,
            arguments: [
                "serve", "--listen", "127.0.0.1:\(port)", "--data", home.path + "/served", "--public-url", address,
            ], environment: home.environment.merging(["CREDENTIALS_DIRECTORY": directory]) { $1 })
        let patience = Patience()
        while !serving.output.contains(joinLine), await patience.pause() {}
        try #require(serving.output.contains(joinLine), "\(serving.output)")
        let client = HomeserverClient(homeserver: .url("http://127.0.0.1:\(port)"))
        let advertised = await client.wellKnownHomeserver(for: "127.0.0.1:\(port)")
        await client.shutdown()
        guard case .homeserver(.url(address)) = advertised else {
            Issue.record("it is \(advertised)")
            return
        }
        // The output goes to the journal, which more people read.
        let isOpen = credential.contains("seedlings")
        #expect(serving.output.contains("--register --token TOKEN") == isOpen, "\(serving.output)")
        #expect(!serving.output.contains("seedlings"))
        let ana = try PersonAtScreen("ana")
        let words = ["login", "http://127.0.0.1:\(port)", "--register", "--token", "seedlings", "--user", "ana"]
        let joined = try await ana.run(words, input: "a password of ana\n")
        #expect((joined.exit == .status(0)) == isOpen, "\(joined)")
        serving.terminate()
        #expect(try await serving.waitForExit().exit == .status(0))
    }

    @Test func publicURLThatIsNoAddressIsRefused() async throws {
        let ana = try PersonAtScreen("ana")
        let refused = try await ana.run(["serve", "--listen", "127.0.0.1:0", "--public-url", "ftp://example.org"])
        #expect(refused.exit == .status(2), "\(refused)")
        #expect(refused.errors.contains("“ftp://example.org” is no address of a server"), "\(refused)")
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
