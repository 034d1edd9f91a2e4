import NIOCore

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

    /// The condition at which it ends.
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
        connection.ask(request).whenComplete { result in
            switch result {
            case .success(let answer) where answer.status == 200: self.send(sent: sent + 1, until: goal, done)
            case .success(let answer): done.fail(BenchError.refused(request: "A send", status: answer.status))
            case .failure(let error): done.fail(error)
            }
        }
    }
}
