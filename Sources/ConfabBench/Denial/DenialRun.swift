import Foundation
import MatrixAPI
import MatrixClient
import NIOCore
import NIOPosix

/// Floods a server from one account and one address, and measures the effect on others.
///
/// Each trial has a separate server, since the peak memory of a process can't be reset. Four others send a line
/// every tenth of a second into a room, first at rest and then during the flood. The flood, the others and the
/// server share the machine, so the ratio of the two is more meaningful than either.
struct DenialRun {
    static let quiet = "denial: p99 of a send, quiet"
    static let flooded = "denial: p99 of a send, flooded"
    static let memory = "denial: most memory of the server"
    /// The bounds for Confab: the p99 of sends as a multiple of that at rest, and the peak memory in megabytes.
    static let (maxTimes, maxMemory) = (5.0, 256.0)

    var rounds = 1
    /// The duration of the flood, and of the quiet phase before it.
    var seconds = 10
    var trials = DenialTrial.allCases

    func report() async throws -> FigureReport {
        var report = FigureReport()
        for round in 1...rounds {
            for trial in trials {
                Progress.report("\(trial.rawValue), round \(round) of \(rounds)")
                report.add(round: try await figures(of: trial))
            }
        }
        report.require(Self.flooded, .most, Self.maxTimes, of: Self.quiet, by: "confab")
        report.require(Self.memory, .most, Self.maxMemory)
        return report
    }

    private func figures(of trial: DenialTrial) async throws -> [Figure] {
        // The default limits of a server apply.
        let server = try await MeasuredServer.confab(writeRate: 1, accessTokenLifetime: 3_600)
        // The flood and the others have a thread each, so that the flood doesn't delay the clock of the others' sends.
        let (group, floodGroup) = (
            MultiThreadedEventLoopGroup(numberOfThreads: 1), MultiThreadedEventLoopGroup(numberOfThreads: 1)
        )
        do {
            let room = try await LoadRoom.make(at: server, members: 4)
            let others = BystanderSenders(server: server, room: room, group: group)
            let flood = try await DenialFlood.prepare(at: server, others: room, on: floodGroup)
            let quiet = try await others.send(for: .seconds(seconds))
            async let flooded = others.send(for: .seconds(seconds))
            let outcome = await flood.run(trial, for: .seconds(seconds))
            let times = try await flooded
            let memory = ProcessReading.maxMemory(of: server.processIdentifier) ?? 0
            for group in [group, floodGroup] { try await group.shutdownGracefully() }
            try await server.stop()
            return [
                figure(Self.quiet, trial, .milliseconds, Percentiles(quiet).ninetyNinth),
                figure(Self.flooded, trial, .milliseconds, Percentiles(times).ninetyNinth),
                figure(Self.memory, trial, .megabytes, memory),
                figure("denial: requests taken", trial, .count, Double(outcome.taken)),
                figure("denial: requests refused", trial, .count, Double(outcome.refused)),
                figure("denial: connections cut", trial, .count, Double(outcome.cut)),
            ]
        } catch {
            for group in [group, floodGroup] { try? await group.shutdownGracefully() }
            try? await server.stop()
            throw error
        }
    }

    private func figure(_ name: String, _ trial: DenialTrial, _ unit: Figure.Unit, _ value: Double) -> Figure {
        Figure(name: name, size: trial.rawValue, unit: unit, samples: [value])
    }
}

/// Four users who only send messages to each other during a flood.
struct BystanderSenders: Sendable {
    private static let pause = Duration.milliseconds(100)

    let server: MeasuredServer
    let room: LoadRoom
    let group: any EventLoopGroup

    /// Sends a line of each user every tenth of a second.
    ///
    /// - Returns: The duration of each send, in milliseconds.
    func send(for time: Duration) async throws -> [Double] {
        try await withThrowingTaskGroup(of: [Double].self) { tasks in
            for member in room.tokens.indices {
                tasks.addTask { try await send(as: member, until: .now + time) }
            }
            return try await tasks.reduce(into: []) { $0 += $1 }
        }
    }

    private func send(as member: Int, until deadline: ContinuousClock.Instant) async throws -> [Double] {
        let connection = try await LoadConnection.open(port: server.port, on: group)
        defer { connection.close() }
        let run = UUID().uuidString
        var times: [Double] = []
        while ContinuousClock.now < deadline {
            let request = LoadRequest.send(
                "line \(times.count)", to: room, as: member, transaction: "\(run)-\(times.count)")
            // Both times are taken on the connection's thread, which the tasks of the flood don't share.
            let took = try await connection.eventLoop.flatSubmit {
                let began = ContinuousClock.now
                return connection.send(request).flatMapThrowing { answer in
                    guard answer.status == 200 else {
                        throw BenchError.refused(request: "Another's send", status: answer.status)
                    }
                    return ContinuousClock.now - began
                }
            }.get()
            times.append(took.milliseconds)
            if took < Self.pause { try await Task.sleep(for: Self.pause - took) }
        }
        return times
    }
}

/// A way to flood a server, as the command line names it.
enum DenialTrial: String, CaseIterable, Sendable {
    /// Account data of 100 kB an entry, then first syncs with all of it.
    case accountData = "account-data"
    /// Messages of 60 kB.
    case messages
    /// Rooms with invites, then first syncs with all of them.
    case rooms
    /// State events of 60 kB, then the whole state.
    case state
    /// Messages of 50 kB to another user's device.
    case toDevice = "to-device"
    /// Claims of another user's one-time keys.
    case keys
    /// A backup of room keys, then all of it.
    case backup
    /// Messages with unique words, and searches.
    case search
    /// Uploads that send almost nothing.
    case uploads
    /// Many changes at once on each connection, without waiting for the answers.
    case pipelining
    /// Receipts in many threads, then first syncs with all of them.
    case receipts
    /// Changes of who sees the history of a room, then its messages.
    case visibility
    /// Push rules with patterns, then first syncs during long messages of a second account.
    case pushRules = "push-rules"
    /// A long list of ignored users and many rooms, then syncs with the full state.
    case ignoredUsers = "ignored-users"
    /// Rooms with messages, then first syncs with a filter of a thousand types.
    case filters
    /// New tokens for the same refresh token.
    case refresh
}
