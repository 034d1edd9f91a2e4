import Foundation
import MatrixAPI
import TestSupport
import TestTraits
import Testing

/// Tests `confab keys` and `confab devices` while a screen is open.
@Suite(.serialized, .timeLimit(.minutes(10)), .sandboxed) struct KeysAndDevicesTests {
    @Test func devicesCommandListsThisDeviceFirst() async throws {
        let server = try await TeamServer()
        let ana = try PersonAtScreen("ana")
        try await ana.register(at: server)
        let elsewhere = try PersonAtScreen("ana")
        try await elsewhere.logIn(at: server.address)
        let list = try await ana.run(["devices"])
        #expect(list.exit == .status(0))
        let lines = list.output.split(separator: "\n")
        #expect(lines.count == 2 && lines.first?.hasPrefix("*  ") == true && lines.last?.hasPrefix("   ") == true)
        let json = try await ana.run(["devices", "--json"])
        let objects = try json.output.split(separator: "\n").map { try JSONValue(parsing: Array($0.utf8)) }
        #expect(objects.map { $0["this"] } == [true, false])
        #expect(Set(objects.compactMap { $0["id"]?.string }).count == 2)

        try ana.open()
        try await ana.screen.waitFor("online")
        for command in [["devices"], ["keys", "export", ana.home.path + "/keys.txt"]] {
            let busy = try await ana.run(command)
            #expect(busy.exit == .status(1) && busy.errors.contains("open. Use that one"))
        }
        ana.screen.send(.control("c"), .control("c"))
        _ = try await ana.screen.waitForExit()

        _ = try await server.stop()
        #expect(try await ana.run(["devices"]).exit == .status(69))
        _ = try await ana.run(["logout"])
    }

    @Test(arguments: [(80, 24), (60, 20)])
    func otherDeviceIsRenamedAndLoggedOutWithPassword(width: Int, height: Int) async throws {
        let server = try await TeamServer()
        let ana = try PersonAtScreen("ana")
        try await ana.register(at: server)
        let elsewhere = try PersonAtScreen("ana")
        try await elsewhere.logIn(at: server.address)
        try elsewhere.open()
        try await elsewhere.screen.waitFor("online")
        try ana.open()
        ana.screen.resize(width: width, height: height)
        try await ana.screen.waitFor("online")
        try await ana.openDevices()
        try await ana.act("d")
        try await ana.screen.waitFor("confab logout logs it out")
        ana.screen.send(.down)
        try await ana.act("r")
        try await ana.screen.waitFor("be called?")
        ana.screen.send("kitchen\r")
        try await ana.screen.waitFor("kitchen")
        try await ana.logOutDevice(asked: "Log kitchen out?")
        try await elsewhere.screen.waitFor("logged out")
        #expect(ana.screen.unknownSequences.isEmpty)
    }

    @Test func embeddedServerListsItsDevices() async throws {
        let ana = try PersonAtScreen("ana")
        try await ana.beginWithGuide()
        ana.screen.send(.control("c"), .control("c"))
        _ = try await ana.screen.waitForExit()
        let list = try await ana.run(["devices"])
        #expect(list.exit == .status(0) && list.errors.isEmpty)
        #expect(list.output.hasPrefix("*  ") && list.output.split(separator: "\n").count == 1)
    }

    @Test func roomKeysAreImportedAndExportedAgain() async throws {
        let server = try await TeamServer()
        let ana = try PersonAtScreen("ana")
        try await ana.register(at: server)
        let file = ana.home.path + "/keys.txt"
        let nothing = try await ana.run(["keys", "export", file], input: "peas\n")
        #expect(nothing.exit == .status(1) && nothing.errors.contains("no keys of encrypted chats"))
        #expect(!FileManager.default.fileExists(atPath: file))

        let given = Self.corpus + "/key-texts/file-of-a-key"
        let wrong = try await ana.run(["keys", "import", given], input: "peas\n")
        #expect(wrong.exit == .status(1) && wrong.errors.contains("not the one of this file"))
        let taken = try await ana.run(["keys", "import", given], input: "beans and rain\n")
        #expect(
            taken.exit == .status(0) && taken.output.contains(": 1 new,") && taken.output.contains("1 malformed"))
        let written = try await ana.run(["keys", "export", file], input: "peas\n")
        #expect(written.exit == .status(0) && written.output.hasPrefix("1 key of 1 chat is in"))
        let again = try await ana.run(["keys", "export", file], input: "beans\n")
        #expect(again.exit == .status(1) && again.errors.contains("is there already"))
        let known = try await ana.run(["keys", "import", file], input: "peas\n")
        #expect(known.exit == .status(0) && known.output.contains("1 known already"))
        let unsaid = try await ana.run(["keys", "import", file])
        #expect(unsaid.exit == .status(2))
    }

    @Test func verifyCommandShowsStatusAndAcceptsRecoveryKey() async throws {
        let server = try await TeamServer()
        let ana = try PersonAtScreen("ana")
        try await ana.register(at: server)
        let first = try await ana.run(["verify"])
        #expect(first.exit == .status(0) && first.output.hasPrefix("This device is verified"))
        let elsewhere = try PersonAtScreen("ana")
        try await elsewhere.logIn(at: server.address)
        let without = try await elsewhere.run(["verify"])
        #expect(without.exit == .status(1) && without.errors.contains("has no recovery key"))

        try ana.open()
        try await ana.waitUntilConfirmed()
        let key = try await ana.makeRecoveryKey()
        try await ana.keepRecoveryKey()
        ana.screen.send(.control("c"), .control("c"))
        _ = try await ana.screen.waitForExit()
        let mistyped = try await elsewhere.run(["verify"], input: "beans\n")
        #expect(mistyped.output.hasPrefix("This device is not verified"))
        #expect(mistyped.exit == .status(77) && mistyped.errors.contains("mistyped"), "\(mistyped)")
        let verified = try await elsewhere.run(["verify"], input: key + "\n")
        #expect(verified.exit == .status(0) && verified.output.contains("This device is verified"))
        #expect(try await elsewhere.run(["verify"]).exit == .status(0))
    }

    private static let corpus = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Corpus").path
}
