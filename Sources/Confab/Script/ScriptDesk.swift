import Foundation
import Messenger
import Synchronization
import ViewModels

/// Reads the requests of commands. Each connection gets its own thread, up to a limit, because it may block. The
/// threads of Dispatch are as few as the cores, and other work needs them.
final class ScriptDesk: Sendable {
    private static let mostAtOnce = 8
    /// The timeout to receive a request, in milliseconds.
    private static let patience: Int64 = 5_000

    private let directory: String
    private let handle: ScriptServer.Handler
    private let underWay = Mutex(0)

    init(directory: String, _ handle: @escaping ScriptServer.Handler) {
        self.directory = directory
        self.handle = handle
    }

    func take(_ connection: ScriptConnection) {
        // Processes of other users get no answer.
        guard connection.isOfSameUser else { return }
        let hasRoom = underWay.withLock { count in
            guard count < Self.mostAtOnce else { return false }
            count += 1
            return true
        }
        guard hasRoom else { return refuse(connection, .words("script.busy")) }
        Thread.detachNewThread { [self] in
            hear(connection)
            underWay.withLock { $0 -= 1 }
        }
    }

    private func hear(_ connection: ScriptConnection) {
        var rest: [UInt8] = []
        guard let line = connection.readLine(&rest, until: ScriptConnection.now + Self.patience) else { return }
        guard let request = ScriptRequest(line: line) else {
            return refuse(connection, .words("script.not-understood"))
        }
        guard request.directory == directory else { return refuse(connection, .words("script.other-profile")) }
        let task = Task { @MainActor [handle] in
            await handle(request.wish) { connection.tell($0.json.line) }
            connection.hangUp()
        }
        connection.waitForEnd()
        task.cancel()
    }

    private func refuse(_ connection: ScriptConnection, _ problem: String) {
        _ = connection.tell(ScriptAnswer.failed(problem, exitCode: 1).json.line)
    }
}
