import Foundation
import NIOCore

/// Four users who only send messages to each other during a flood.
struct OthersSending: Sendable {
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
                return connection.ask(request).flatMapThrowing { answer in
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
