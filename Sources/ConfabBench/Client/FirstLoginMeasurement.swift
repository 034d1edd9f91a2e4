import Engine
import Foundation
import MatrixAPI
import MatrixClient
import NIOCore
import NIOHTTP1
import NIOPosix
import Synchronization
import TestSupport

/// The time from the first start after a login to a list of chats, and to *online*. The server's own answer to the
/// same request is measured for comparison.
struct FirstLoginMeasurement {
    static let answer = "the server's answer to a first sync"
    static let list = "first login: list on screen"
    static let online = "first login: online"

    let chats: Int
    let rounds: Int

    private static let messagesEach = 3

    func figures() async throws -> [Figure] {
        let server = try await TeamServer(writeRate: 10_000)
        do {
            let figures = try await figures(at: server)
            _ = try await server.stop()
            return figures
        } catch {
            _ = try? await server.stop()
            throw error
        }
    }

    private func figures(at server: TeamServer) async throws -> [Figure] {
        let first = try PersonAtScreen("bench")
        try await first.register(at: server)
        let token = try KeptTokens.read(home: first.home.path, profile: "bench@localhost").accessToken
        let client = HomeserverClient(homeserver: .url(server.address), accessToken: token)
        try await Self.fill(client, chats: chats)
        var report = FigureReport()
        let size = "\(chats) chats"
        for _ in 0..<rounds {
            let answer = try await answer(of: server, accessToken: token)
            let (list, online) = try await start(at: server)
            report.add(round: [
                Figure(name: Self.answer, size: size, program: "confab serve", unit: .milliseconds, samples: [answer]),
                Figure(name: Self.list, size: size, unit: .milliseconds, samples: [list]),
                Figure(name: Self.online, size: size, unit: .milliseconds, samples: [online]),
            ])
        }
        await client.shutdown()
        return report.figures
    }

    /// Returns the server's time for the answer, from the request to its last byte, in milliseconds.
    private func answer(of server: TeamServer, accessToken: String) async throws -> Double {
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        let filter = SyncRequestFilter.firstText.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
        let request = LoadRequest(
            method: .GET, target: "/_matrix/client/v3/sync?timeout=0&filter=\(filter)", token: accessToken)
        do {
            let connection = try await LoadConnection.open(port: MeasuredServer.port(of: server.address), on: group)
            let began = ContinuousClock.now
            let answer = try await connection.eventLoop.flatSubmit { connection.send(request) }.get()
            let time = (ContinuousClock.now - began).milliseconds
            guard answer.status == 200 else { throw BenchError.refused(request: "A sync", status: answer.status) }
            try await group.shutdownGracefully()
            return time
        } catch {
            try await group.shutdownGracefully()
            throw error
        }
    }

    /// Creates chats with a few messages each.
    static func fill(_ client: HomeserverClient, chats: Int) async throws {
        for chat in 1...chats {
            let roomID = try await client.createRoom(CreateRoomRequest(name: name(of: chat)))
            for number in 1...messagesEach {
                _ = try await client.send(
                    roomID: roomID, type: "m.room.message", transactionID: "\(chat)-\(number)",
                    content: ["msgtype": "m.text", "body": .string("Line \(number) of chat \(chat)")])
            }
        }
    }

    /// Starts a new device, and times it until the newest chat is in the list, and until it shows *online*. The
    /// verification prompt for a new device is dismissed as soon as it is shown.
    ///
    /// - Returns: Both in milliseconds.
    private func start(at server: TeamServer) async throws -> (list: Double, online: Double) {
        let person = try PersonAtScreen("bench")
        defer { withExtendedLifetime(person) {} }
        try await person.logIn(at: server.address)
        let seen = Sight()
        let newest = Self.name(of: chats)
        let began = ContinuousClock.now
        let screen = try person.open()
        screen.watch { emulator, times in
            seen.times.withLock { seen in
                let time = (times.received - began).milliseconds
                if seen.list == nil, emulator.contains(newest) { seen.list = time }
                if seen.online == nil, emulator.contains("online") { seen.online = time }
                return seen.list != nil && seen.online != nil
            }
        }
        // The prompt covers the list, and a key dismisses it.
        try await person.putOffVerification()
        try await screen.waitFor("online")
        try await screen.waitFor(newest)
        let times = seen.times.withLock { $0 }
        guard let list = times.list, let online = times.online else {
            throw BenchError.noAnswer(screen: screen.described)
        }
        screen.send(.control("c"), .control("c"))
        _ = try await screen.waitForExit()
        return (list, online)
    }

    private static func name(of chat: Int) -> String { "Chat \(chat)" }

    private final class Sight: Sendable {
        let times = Mutex<(list: Double?, online: Double?)>((nil, nil))
    }
}
