import Foundation
import GRDB
import NIOCore
import NIOPosix

/// Many senders in a room: the rate at which a server accepts their lines, and its processor time and written bytes
/// for each.
struct SendMeasurement {
    static let rate = "sends"
    static let work = "sends: CPU each"
    static let written = "sends: WAL each"

    let server: MeasuredServer
    let room: LoadRoom
    let senders: Int
    let seconds: Int

    /// Runs a round.
    func figures() async throws -> [Figure] {
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        do {
            var connections: [LoadConnection] = []
            for _ in 0..<senders { connections.append(try await .open(port: server.port, on: group)) }
            // Each connection is in use, and the room in memory.
            _ = try await send(connections, until: .count(2))
            var figures = try await rate(connections)
            if let path = server.databasePath { figures += try await written(connections, path: path) }
            try await group.shutdownGracefully()
            return figures
        } catch {
            try await group.shutdownGracefully()
            throw error
        }
    }

    private func rate(_ connections: [LoadConnection]) async throws -> [Figure] {
        let (used, usedHere) = (
            ProcessReading.processorTime(of: server.processIdentifier), ProcessReading.processorTime(of: getpid())
        )
        let began = ContinuousClock.now
        let count = Double(try await send(connections, until: .deadline(.now() + .seconds(Int64(seconds)))))
        let time = (ContinuousClock.now - began) / .seconds(1)
        let work = ProcessReading.processorTime(of: server.processIdentifier) - used
        let workHere = ProcessReading.processorTime(of: getpid()) - usedHere
        return [
            figure(Self.rate, .perSecond, count / time), figure(Self.work, .milliseconds, work / count),
            figure("sends: CPU each of this bench", .milliseconds, workHere / count),
        ]
    }

    /// Measures the written bytes with so few lines that SQLite runs no checkpoint meanwhile. The log then contains
    /// everything that was written.
    private func written(_ connections: [LoadConnection], path: String) async throws -> [Figure] {
        try await emptyLog(of: path)
        let count = Double(try await send(connections, until: .count(max(1, 96 / senders))))
        let size = try FileManager.default.attributesOfItem(atPath: path + "-wal")[.size] as? Int ?? 0
        return [figure(Self.written, .kilobytes, Double(size) / count / 1_000)]
    }

    /// Empties the log of the server's database.
    private func emptyLog(of path: String) async throws {
        var configuration = Configuration()
        // The server may be reading for its word index.
        configuration.busyMode = .timeout(20)
        let database = try DatabaseQueue(path: path, configuration: configuration)
        for _ in 0..<200 {
            do {
                return try await database.writeWithoutTransaction { _ = try $0.checkpoint(.truncate) }
            } catch DatabaseError.SQLITE_BUSY {
                // The server runs a checkpoint of its own, for which SQLite calls no busy handler.
                try await Task.sleep(for: .milliseconds(100))
            }
        }
        throw BenchError.busy(path: path)
    }

    private func send(_ connections: [LoadConnection], until goal: LoadSender.Goal) async throws -> Int {
        let run = UUID().uuidString
        let sent = connections.enumerated().map { number, connection in
            LoadSender(connection: connection, room: room, number: number, run: run).run(until: goal)
        }
        return try await EventLoopFuture.whenAllSucceed(sent, on: connections[0].eventLoop).get().reduce(0, +)
    }

    private func figure(_ name: String, _ unit: Figure.Unit, _ value: Double) -> Figure {
        Figure(name: name, size: Self.size(senders), program: server.program, unit: unit, samples: [value])
    }

    static func size(_ senders: Int) -> String { "\(senders) senders" }
}

/// Sends a line, waits for its answer, and sends the next.
final class LoadSender: Sendable {
    private let connection: LoadConnection
    private let room: LoadRoom
    private let number: Int
    /// The name of this run, so that no transaction identifier is reused.
    private let run: String

    init(connection: LoadConnection, room: LoadRoom, number: Int, run: String) {
        self.connection = connection
        self.room = room
        self.number = number
        self.run = run
    }

    /// The condition at which the sender stops.
    enum Goal: Sendable {
        case deadline(NIODeadline)
        case count(Int)

        func isReached(sent: Int) -> Bool {
            switch self {
            case .deadline(let deadline): NIODeadline.now() >= deadline
            case .count(let count): sent >= count
            }
        }
    }

    /// - Returns: The number of lines that were answered.
    func run(until goal: Goal) -> EventLoopFuture<Int> {
        let done = connection.eventLoop.makePromise(of: Int.self)
        connection.eventLoop.execute { self.send(sent: 0, until: goal, done) }
        return done.futureResult
    }

    private func send(sent: Int, until goal: Goal, _ done: EventLoopPromise<Int>) {
        guard !goal.isReached(sent: sent) else { return done.succeed(sent) }
        let request = LoadRequest.send(
            "line \(sent) of sender \(number), as long as people write them", to: room, as: number,
            transaction: "\(run)-\(number)-\(sent)")
        connection.send(request).whenComplete { result in
            switch result {
            case .success(let answer) where answer.status == 200: self.send(sent: sent + 1, until: goal, done)
            case .success(let answer): done.fail(BenchError.refused(request: "A send", status: answer.status))
            case .failure(let error): done.fail(error)
            }
        }
    }
}
