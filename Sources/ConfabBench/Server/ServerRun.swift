import Glibc
import TestSupport

/// All measurements of the homeserver. The disk and, if requested, Synapse are measured in the same run for comparison.
struct ServerRun {
    var rounds = 5
    /// The number of rounds for idle listeners, whose measurements hardly vary.
    var fewRounds = 3
    var senders = [8, 64]
    var listeners = [1, 100]
    /// The duration of each round of sends, and of rest.
    var seconds = 3
    /// The number of lines in a round for which delivery is timed.
    var lines = 50
    /// The number of people who have devices with keys, two each.
    var keyedPeople = 500
    /// The number of repetitions of each request about keys in a round.
    var repeats = 3
    /// The number of idle listeners; 0 skips the measurement.
    var idle = 10_000

    /// Measures only the load, alternating between our server and `others`.
    func load(beside others: [MeasuredServer]) async throws -> FigureReport {
        var report = FigureReport()
        var places: [(server: MeasuredServer, room: LoadRoom)] = []
        for server in [try await MeasuredServer.confab()] + others {
            places.append((server, try await LoadRoom.make(at: server)))
        }
        do {
            for round in 1...rounds {
                Progress.report("sends and deliveries, round \(round) of \(rounds)")
                for count in senders {
                    for (server, room) in places {
                        report.add(
                            round: try await SendMeasurement(
                                server: server, room: room, senders: count, seconds: seconds
                            ).figures())
                    }
                    report.add(round: try GroupedCommits(callers: count, seconds: seconds).figures())
                }
                for count in listeners {
                    for (server, room) in places { report.add(round: try await deliver(to: count, server, room)) }
                }
            }
            report.add(try await encryption(at: places.map(\.server)).figures)
        } catch {
            try await places[0].server.stop()
            throw error
        }
        try await places[0].server.stop()
        report.require(SendMeasurement.rate, .least, 0.5, of: GroupedCommits.rate, by: "sqlite")
        return report
    }

    /// Measures the load, and as many idle listeners as descriptors allow.
    func report() async throws -> FigureReport {
        var report = try await load(beside: [])
        // This process and the server need some descriptors beside those of the connections.
        let most = min(idle, OpenDescriptors.raise() - 200)
        if most < idle { report.leftOut.append("listeners beyond \(most), as ulimit -n allows no more") }
        guard most > 0 else { return report }
        for round in 1...min(rounds, fewRounds) {
            for kind in ListenerKind.allCases {
                Progress.report("\(most) idle listeners by \(kind.rawValue), round \(round)")
                report.add(
                    round: try await IdleMeasurement(kind: kind, listeners: most, seconds: seconds).figures())
            }
        }
        report.require(IdleMeasurement.memory, .most, 250)
        // A thousandth of a core counts as idle.
        report.require(IdleMeasurement.work, .most, 1)
        return report
    }

    private func encryption(at servers: [MeasuredServer]) async throws -> FigureReport {
        var report = FigureReport()
        var measurements: [EncryptionMeasurement] = []
        let keys = EncryptionMeasurement.keysNeeded(rounds: rounds, repeats: repeats)
        for server in servers {
            Progress.report("keys of \(keyedPeople) people for \(server.program)")
            let people = try KeyedPeople(count: keyedPeople, keys: keys)
            try await people.enter(server)
            measurements.append(
                EncryptionMeasurement(
                    server: server, people: people, writer: try await EncryptionMeasurement.writer(at: server),
                    repeats: repeats))
        }
        for round in 1...rounds {
            Progress.report("keys and messages for devices, round \(round) of \(rounds)")
            for measurement in measurements { report.add(round: try await measurement.figures()) }
        }
        return report
    }

    private func deliver(to count: Int, _ server: MeasuredServer, _ room: LoadRoom) async throws -> [Figure] {
        var figures: [Figure] = []
        for kind in ListenerKind.allCases where kind != .stream || server.hasStreams {
            figures += try await DeliveryMeasurement(
                server: server, room: room, kind: kind, listeners: count, lines: count > 10 ? max(1, lines / 5) : lines
            ).figures()
        }
        return figures
    }
}

/// The maximum number of open files of this process and its children.
enum OpenDescriptors {
    /// Raises the limit as far as the system allows without privileges.
    ///
    /// - Returns: The new limit.
    static func raise() -> Int {
        var limit = rlimit()
        let kind = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        guard getrlimit(kind, &limit) == 0 else { return 1_024 }
        limit.rlim_cur = limit.rlim_max
        setrlimit(kind, &limit)
        guard getrlimit(kind, &limit) == 0 else { return 1_024 }
        return Int(clamping: limit.rlim_cur)
    }
}
