import Glibc
import MatrixAPI
import MatrixClient
import TestSupport
import TestTraits
import Testing

/// Tests a chat that becomes encrypted while lines for it are in the outbox.
@Suite(.serialized, .outside, .timeLimit(.minutes(10))) struct EncryptedMeanwhileTests {
    enum Return: String, CaseIterable {
        case reconnected, restarted, killedAndRestarted
    }

    @Test(arguments: HomeKind.allCases, Return.allCases)
    func waitingLinesAreSentEncrypted(kind: HomeKind, after comingBack: Return) async throws {
        let home = try await kind.start()
        let network = try await FaultProxy(to: home.address)
        let ana = try PersonAtScreen("ana")
        try await ana.logIn(at: network.address, ["--register"])
        let other = HomeserverClient(homeserver: .url(home.address))
        _ = try await other.login(user: "ana", password: "a password of ana", deviceName: "elsewhere")
        let roomID = try await other.createRoom(CreateRoomRequest(name: "Tea"))
        try ana.open()
        try await ana.screen.waitFor("write a message")
        try await ana.screen.waitFor(" online")

        network.meet(.anything, with: .badGateway, times: 10_000)
        network.cut()
        try await ana.screen.waitUntil("that the server is gone") { !$0.contains(" online") }
        for line in ["first", "second"] {
            try await ana.say(line)
            try await ana.screen.waitFor(line, endingIn: "unsent")
        }
        if comingBack != .reconnected {
            ana.screen.terminate(comingBack == .restarted ? SIGTERM : SIGKILL)
            _ = try await ana.screen.waitForExit()
        }
        _ = try await other.setState(
            roomID: roomID, type: "m.room.encryption", content: ["algorithm": "m.megolm.v1.aes-sha2"])
        network.mend()
        if comingBack != .reconnected { try ana.open() }
        try await ana.screen.waitFor("second", endingIn: "sent")
        let page = try await other.messages(roomID: roomID, from: nil, limit: 100)
        #expect(!page.chunk.contains { $0.type == "m.room.message" })
        #expect(page.chunk.count { $0.type == "m.room.encrypted" } == 2)
        await other.shutdown()
    }
}
