import NIOCore
import NIOPosix

/// The cost of idle listeners for a separate server.
struct IdleMeasurement {
    static let memory = "idle listeners: resident"
    static let each = "idle listeners: resident each"
    static let work = "idle listeners: CPU a second"

    let kind: ListenerKind
    /// The number of listeners.
    let listeners: Int
    let seconds: Int

    /// Runs a round.
    func figures() async throws -> [Figure] {
        let server = try await MeasuredServer.confab()
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        do {
            let room = try await LoadRoom.make(at: server, members: 1)
            let before = ProcessReading.memory(of: server.processIdentifier)?.resident ?? 0
            // The timeout is the longest that the server allows for a poll.
            try await kind.open(
                listeners, in: room, at: server, since: room.syncToken, timeout: 300_000, board: nil, on: group)
            // The last listener's request is answered by then.
            try await Task.sleep(for: .seconds(2))
            let used = ProcessReading.processorTime(of: server.processIdentifier)
            try await Task.sleep(for: .seconds(seconds))
            let work = ProcessReading.processorTime(of: server.processIdentifier) - used
            let after = ProcessReading.memory(of: server.processIdentifier)?.resident ?? 0
            try await group.shutdownGracefully()
            try await server.stop()
            return [
                figure(Self.memory, .megabytes, after),
                figure(Self.each, .kilobytes, (after - before) * 1_024 / Double(listeners)),
                figure(Self.work, .milliseconds, work / Double(seconds)),
            ]
        } catch {
            try await group.shutdownGracefully()
            try await server.stop()
            throw error
        }
    }

    private func figure(_ name: String, _ unit: Figure.Unit, _ value: Double) -> Figure {
        Figure(name: name, size: "\(listeners) × \(kind.rawValue)", unit: unit, samples: [value])
    }
}
