import Foundation
import TestSupport
import TestTraits
import Testing

/// Tests sharing the server of a first run with others, and ending the sharing.
@Suite(.serialized, .timeLimit(.minutes(5)), .sandboxed) struct ShareTests {
    @Test func colleagueJoinsAndChatContinuesAfterTheOwnerQuits() async throws {
        try await meet(PersonAtScreen("ana"), colleague: PersonAtScreen("bo"))
    }

    @Test(.enabled(if: OtherUser.isPossible, "only root can start a program as another user"))
    func colleagueCanBeAnotherSystemUser() async throws {
        let home = try Sandbox()
        let user = try OtherUser(movingInto: home)
        try await meet(PersonAtScreen("ana"), colleague: PersonAtScreen("bo", home: home, user: user))
        let profile = home.path + "/data/confab/profiles"
        let owner = try FileManager.default.attributesOfItem(atPath: profile)[.ownerAccountID] as? Int
        #expect(owner == 65_534)
    }

    private func meet(_ ana: PersonAtScreen, colleague bo: PersonAtScreen) async throws {
        defer { ana.endSharedServer() }
        try await ana.beginWithGuide()
        let line = try await share(ana, at: try FreePort.find())
        #expect(line.hasPrefix("confab login http://127.0.0.1:"))

        let words = line.split(separator: " ").dropFirst().map(String.init)
        let joined = try await bo.run(words + ["--user", "bo"], input: "a password of bo\n")
        #expect(joined.exit == .status(0), "\(joined.errors)")
        try await leaveSharing(ana)
        ana.screen.send(.control("c"), .control("c"))
        _ = try await ana.screen.waitForExit()

        try bo.open()
        try await bo.screen.waitFor("online")
        try await bo.invite("@ana:localhost")
        try await bo.say("are you there?")
        try ana.open()
        try await ana.acceptInvitation()
        try await ana.screen.waitFor("are you there?")
        try await ana.say("I never left")
        try await bo.screen.waitFor("I never left")
    }

    @Test func serveCommandServesFirstRunData() async throws {
        let (ana, bo) = (try PersonAtScreen("ana"), try PersonAtScreen("bo"))
        try await ana.beginWithGuide()
        try await ana.say("before anybody else came")
        try await ana.screen.waitFor("I have it")
        try await quit(ana)
        let data = ana.home.path + "/data/confab/profiles/ana@localhost/server"
        let address = "127.0.0.1:\(try FreePort.find())"
        let serving = try ana.command(["serve", "--data", data, "--listen", address])
        while !serving.output.contains(" --token ") { try await Task.sleep(for: .milliseconds(5)) }
        let line = try #require(serving.output.split(separator: "\n").first { $0.contains("confab login http") })
        let words = line.split(separator: " ").dropFirst().map(String.init)
        let joined = try await bo.run(words + ["--user", "bo"], input: "a password of bo\n")
        #expect(joined.exit == .status(0), "\(joined.errors)")

        try bo.open()
        try await bo.screen.waitFor("online")
        try await bo.invite("@ana:localhost")
        try ana.open()
        try await ana.screen.waitFor("before anybody else came")
        try await ana.acceptInvitation()
        try await quit(ana)
        try await bo.say("are you there?")
        try await bo.screen.waitFor("are you there?", endingIn: "sent")
        try ana.open()
        try await ana.screen.waitFor("are you there?")
        serving.terminate()
        #expect(try await serving.waitForExit().exit == .status(0))
    }

    /// Even the guide's name on the server leads only to its user.
    @Test func guideDeclinesAColleaguesInvitationWithAReason() async throws {
        let (ana, bo) = (try PersonAtScreen("ana"), try PersonAtScreen("bo"))
        defer { ana.endSharedServer() }
        try await ana.beginWithGuide()
        let line = try await share(ana, at: try FreePort.find())
        let words = line.split(separator: " ").dropFirst().map(String.init)
        _ = try await bo.run(words + ["--user", "bo"], input: "a password of bo\n")
        try bo.open()
        try await bo.screen.waitFor("online")
        try await bo.invite("@guide:localhost")
        try await bo.screen.waitFor("Guide declined the invitation (I show around")
    }

    @Test func unsharedServerBecomesPrivateAgain() async throws {
        let ana = try PersonAtScreen("ana")
        defer { ana.endSharedServer() }
        try await ana.beginWithGuide()
        _ = try await share(ana, at: try FreePort.find())
        let process = try #require(ana.serverProcess)
        ana.screen.send(.down, .enter)
        try await ana.screen.waitFor("Where others reach it")
        #expect(kill(process, 0) != 0 && errno == ESRCH)
        try await leaveSharing(ana)
        try await ana.say("it is mine again")
        // The guide received the line, on the server that is private again.
        try await ana.screen.waitFor("I have it")
    }

    @Test func usedAddressIsReportedAndServerStaysPrivate() async throws {
        let taken = try await TeamServer()
        let ana = try PersonAtScreen("ana")
        defer { ana.endSharedServer() }
        try await ana.beginWithGuide()
        try await openSharing(ana, at: String(taken.address.dropFirst("http://".count)))
        ana.screen.send(.enter)
        try await ana.screen.waitFor("did not start:")
        try await leaveSharing(ana)
        try await ana.say("nothing happened")
        try await ana.screen.waitFor("I have it")
        _ = try await taken.stop()
    }

    @Test func usedAddressAtNextStartDoesNotLockOut() async throws {
        let ana = try PersonAtScreen("ana")
        defer { ana.endSharedServer() }
        try await ana.beginWithGuide()
        let port = try FreePort.find()
        _ = try await share(ana, at: port)
        try await leaveSharing(ana)
        ana.screen.send(.control("c"), .control("c"))
        _ = try await ana.screen.waitForExit()
        kill(try #require(ana.serverProcess), SIGKILL)
        let taken = try await TeamServer(at: "127.0.0.1:\(port)")

        try ana.open()
        try await ana.screen.waitFor("did not start:")
        try await ana.screen.waitFor("online")
        try await ana.say("I am still here")
        try await ana.screen.waitFor("I have it")
        _ = try await taken.stop()
    }

    /// - Returns: The command line that lets others join.
    private func share(_ person: PersonAtScreen, at port: Int) async throws -> String {
        try await openSharing(person, at: "127.0.0.1:\(port)")
        person.screen.send(.enter)
        try await person.screen.waitFor("This server is shared")
        let rows = person.screen.screen.rows.map { $0.trimmingCharacters(in: .whitespaces) }
        let first = try #require(rows.firstIndex { $0.hasPrefix("confab login") })
        return rows[first...].prefix { !$0.isEmpty }.joined(separator: " ")
    }

    private func openSharing(_ person: PersonAtScreen, at address: String) async throws {
        person.screen.send(.control("o"))
        person.screen.send("ss")
        try await person.screen.waitFor("Where others reach it")
        person.screen.send(.control("u"))
        person.screen.send(address)
        try await person.screen.waitFor(address)
    }

    private func quit(_ person: PersonAtScreen) async throws {
        person.screen.send(.control("c"), .control("c"))
        _ = try await person.screen.waitForExit()
    }

    private func leaveSharing(_ person: PersonAtScreen) async throws {
        person.screen.send(.escape)
        try await person.screen.waitFor("write a message")
    }
}
