import Engine
import MatrixAPI
import MatrixClient
import TestSupport
import TestTraits
import Testing

/// Tests an account that was used elsewhere for long, on the embedded homeserver and on Synapse.
@Suite(.serialized, .outside, .timeLimit(.minutes(10)), .sandboxed) struct HistoryTests {
    @Test(arguments: HomeKind.allCases) func twoHundredRoomsLoadAndSurviveRestart(kind: HomeKind) async throws {
        let home = try await kind.start()
        let ana = try PersonAtScreen("ana")
        try await ana.logIn(at: home.address, ["--register"])
        try await fill(home)

        let before = try await timeOfAnswer(home)
        let began = ContinuousClock.now
        let screen = try ana.open()
        try await screen.waitFor("online")
        let list = ContinuousClock.now - began
        try await expectAll(screen)
        let after = try await timeOfAnswer(home)
        print("200 rooms on \(kind): list \(list), the server's own answer \(before) before and \(after) after")
        screen.send(.control("c"), .control("c"))
        _ = try await screen.waitForExit()

        try await home.end()
        let again = try ana.open()
        try await expectAll(again)
        #expect(again.unknownSequences.isEmpty)
    }

    /// Expects all chats in the list, and the lines of a chat that was never opened.
    private func expectAll(_ screen: ScreenDriver) async throws {
        screen.send(.control("g"))
        try await screen.waitFor("Go to")
        try await screen.waitUntil("two hundred chats") { $0.rows.contains { $0.hasSuffix(" 200") } }
        screen.send("Room 137")
        // The mark at the front denotes the best match. IDs may match as well.
        try await screen.waitUntil("Room 137 first") { $0.rows.contains { $0.hasPrefix("› Room 137  ") } }
        screen.send(.enter)
        try await screen.waitFor("what was said in 137")
    }

    /// Returns the duration of the program's first request, made by another device.
    private func timeOfAnswer(_ home: any Home) async throws -> Duration {
        let client = HomeserverClient(homeserver: .url(home.address))
        do {
            _ = try await client.login(user: "ana", password: "a password of ana", deviceName: "elsewhere")
            let began = ContinuousClock.now
            _ = try await client.sync(since: nil, filter: SyncRequestFilter.firstText, timeoutMilliseconds: 0)
            let time = ContinuousClock.now - began
            await client.shutdown()
            return time
        } catch {
            await client.shutdown()
            throw error
        }
    }

    /// Fills the account as ana on another device.
    private func fill(_ home: any Home) async throws {
        let client = HomeserverClient(homeserver: .url(home.address))
        do {
            _ = try await client.login(user: "ana", password: "a password of ana", deviceName: "elsewhere")
            try await withThrowingTaskGroup(of: Void.self) { group in
                for worker in 0..<4 {
                    group.addTask {
                        for number in stride(from: worker + 1, through: 200, by: 4) {
                            let room = try await client.createRoom(CreateRoomRequest(name: "Room \(number)"))
                            _ = try await client.send(
                                roomID: room, type: "m.room.message", transactionID: "fill \(number)",
                                content: ["msgtype": "m.text", "body": .string("what was said in \(number)")])
                        }
                    }
                }
                try await group.waitForAll()
            }
            await client.shutdown()
        } catch {
            await client.shutdown()
            throw error
        }
    }
}
