import Foundation
import MatrixAPI
import MatrixClient
import Messenger
import Synchronization
import TestSupport

/// From the first start after a login to a list of chats that can be used, against the server's own answer to the same request.
struct FirstSyncMeasurement {
    let chats: Int
    let rounds: Int

    private static let messagesEach = 3

    func figures() async throws -> [Figure] {
        let server = try await TeamServer()
        let first = try PersonAtScreen("bench")
        try await first.register(at: server)
        let token = try KeptTokens.read(home: first.home.path, profile: "bench@localhost").accessToken
        let client = HomeserverClient(homeserver: .url(server.address), accessToken: token)
        try await fill(client)
        var answers: [Double] = []
        var lists: [Double] = []
        for _ in 0..<rounds {
            let began = ContinuousClock.now
            _ = try await client.sync(since: nil, filter: SyncRequestFilter.firstText, timeoutMilliseconds: 0)
            answers.append((ContinuousClock.now - began).milliseconds)
            lists.append(try await timeToList(at: server))
        }
        await client.shutdown()
        _ = try await server.stop()
        let answer = Percentiles(answers).median
        return [
            Figure(
                name: "login: \(chats) chats in the list", value: Percentiles(lists).median, unit: .milliseconds,
                budget: 2 * answer, yardstick: Figure.Yardstick(name: "the server's answer", value: answer))
        ]
    }

    private func fill(_ client: HomeserverClient) async throws {
        for chat in 1...chats {
            let roomID = try await client.createRoom(CreateRoomRequest(name: Self.name(of: chat)))
            for number in 1...Self.messagesEach {
                _ = try await client.send(
                    roomID: roomID, type: "m.room.message", transactionID: "\(chat)-\(number)",
                    content: ["msgtype": "m.text", "body": .string("Line \(number) of chat \(chat)")])
            }
        }
    }

    /// A device that knows nothing yet: from its start until the newest chat is in the list and all others are.
    private func timeToList(at server: TeamServer) async throws -> Double {
        let person = try PersonAtScreen("bench")
        try await person.logIn(at: server.address)
        let seen = Sight()
        let newest = Self.name(of: chats)
        let began = ContinuousClock.now
        let screen = try person.open()
        screen.watch { emulator, times in
            guard emulator.contains(newest), emulator.contains("online") else { return false }
            seen.time.withLock { $0 = times.received - began }
            return true
        }
        try await screen.waitFor("online", timeout: .seconds(120))
        try await screen.waitFor(newest, timeout: .seconds(120))
        guard let time = seen.time.withLock({ $0 }) else { throw BenchError.noAnswer(screen: screen.described) }
        screen.send(.control("c"), .control("c"))
        _ = try await screen.waitForExit()
        return time.milliseconds
    }

    private static func name(of chat: Int) -> String { "Chat \(chat)" }

    private final class Sight: Sendable {
        let time = Mutex<Duration?>(nil)
    }
}
