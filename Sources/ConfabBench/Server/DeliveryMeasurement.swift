import Foundation
import NIOCore
import NIOPosix

/// The time from sending a line to its arrival at each of many listeners, while nothing else happens.
struct DeliveryMeasurement {
    static let median = "send to delivery: p50"
    static let ninetyNinth = "send to delivery: p99"

    let server: MeasuredServer
    let room: LoadRoom
    let kind: ListenerKind
    let listeners: Int
    /// The number of lines in a round.
    let lines: Int

    /// Runs a round.
    func figures() async throws -> [Figure] {
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        do {
            let board = DeliveryRecorder()
            let token = try await room.currentSyncToken(at: server)
            try await kind.open(
                listeners, in: room, at: server, since: token, timeout: 30_000, board: board, on: group)
            let sender = try await LoadConnection.open(port: server.port, on: group)
            let run = UUID().uuidString
            // The first line finds empty caches.
            for number in 0...lines { try await deliver("\(run)-\(number).", board, sender) }
            let times = Percentiles(Array(board.times.dropFirst(listeners)))
            try await group.shutdownGracefully()
            return [figure(Self.median, times.median), figure(Self.ninetyNinth, times.ninetyNinth)]
        } catch {
            try await group.shutdownGracefully()
            throw error
        }
    }

    private func deliver(_ mark: String, _ board: DeliveryRecorder, _ sender: LoadConnection) async throws {
        let request = LoadRequest.send(mark, to: room, as: 1, transaction: mark)
        let answer = try await sender.eventLoop.flatSubmit {
            board.begin(mark)
            return sender.send(request)
        }.get()
        guard answer.status == 200 else { throw BenchError.refused(request: "A send", status: answer.status) }
        let deadline = ContinuousClock.now + .seconds(60)
        while board.deliveredCount < listeners {
            guard ContinuousClock.now < deadline else {
                throw BenchError.notHeard(line: mark, listeners: listeners - board.deliveredCount)
            }
            // The times are taken where the bytes arrive; this only waits for them.
            try await Task.sleep(for: .milliseconds(2))
        }
    }

    private func figure(_ name: String, _ value: Double) -> Figure {
        Figure(
            name: name, size: Self.size(listeners, kind), program: server.program, unit: .milliseconds,
            samples: [value])
    }

    static func size(_ listeners: Int, _ kind: ListenerKind) -> String {
        "\(listeners) \(listeners == 1 ? "listener" : "listeners"), \(kind.rawValue)"
    }
}
