import Dispatch
import Foundation
import Glibc
import MatrixAPI
import Presentation
import Synchronization
import ViewModels

/// Accepts the requests of commands of the same user, on a socket for the profile.
///
/// The main actor only gets complete requests and sends answers that don't block. A client that is slow, sends too
/// much or sends nothing only blocks its own thread, and their number is limited.
@MainActor
final class ScriptServer {
    /// Answers a request any number of times. It returns after the last answer, or once the client is gone.
    typealias Handler = @MainActor @Sendable (ScriptRequest.Operation, _ tell: (ScriptResponse) -> Bool) async -> Void

    private let path: String
    private let source: any DispatchSourceRead

    /// - Parameters:
    ///   - profileName: a profile that this process has open.
    ///   - directory: the directory of the profile.
    init(
        profileName: String, directory: String, environment: [String: String] = ProgramEnvironment.value,
        _ handle: @escaping Handler
    ) throws(ProgramError) {
        path = try RuntimeSocket.scriptPath(profileName: profileName, environment: environment)
        let listener = try Self.listener(at: path)
        source = Self.source(of: listener, directory: directory, handle)
        source.resume()
        ScriptSocket(profileName: profileName, directory: directory).saveIfDifferent(path)
    }

    /// Accepts no more requests.
    func stop() {
        guard !source.isCancelled else { return }
        source.cancel()
        unlink(path)
    }

    private static func listener(at path: String) throws(ProgramError) -> Int32 {
        // This process has the profile lock. A socket that refuses connections was left by a crash.
        guard ScriptConnection.open(path) == nil else {
            throw .file(path: path, reason: String(cString: strerror(EADDRINUSE)))
        }
        unlink(path)
        let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
        let listener = socket(AF_UNIX, kind, 0)
        let isThere =
            listener >= 0 && SocketAddress.with(path) { bind(listener, $0, $1) } == 0 && chmod(path, 0o600) == 0
            && listen(listener, 16) == 0
        guard isThere else {
            let reason = String(cString: strerror(errno))
            if listener >= 0 { close(listener) }
            throw .file(path: path, reason: reason)
        }
        return listener
    }

    nonisolated private static func source(
        of listener: Int32, directory: String, _ handle: @escaping Handler
    ) -> any DispatchSourceRead {
        let source = DispatchSource.makeReadSource(
            fileDescriptor: listener, queue: DispatchQueue(label: "im.confab.scripts"))
        let desk = ScriptRequestHandler(directory: directory, handle)
        source.setEventHandler { @Sendable in
            while true {
                let descriptor = accept(listener, nil, nil)
                guard descriptor >= 0 else { return }
                _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
                desk.serve(ScriptConnection(descriptor: descriptor))
            }
        }
        source.setCancelHandler { @Sendable in _ = close(listener) }
        return source
    }
}

/// Reads the requests of commands. Each connection gets its own thread, up to a limit, because it may block. The
/// threads of Dispatch are as few as the cores, and other work needs them.
final class ScriptRequestHandler: Sendable {
    private static let maxAtOnce = 8
    /// The timeout to receive a request, in milliseconds.
    private static let patience: Int64 = 5_000

    private let directory: String
    private let handle: ScriptServer.Handler
    private let underWay = Mutex(0)

    init(directory: String, _ handle: @escaping ScriptServer.Handler) {
        self.directory = directory
        self.handle = handle
    }

    func serve(_ connection: ScriptConnection) {
        // Processes of other users get no answer.
        guard connection.isOfSameUser else { return }
        let hasRoom = underWay.withLock { count in
            guard count < Self.maxAtOnce else { return false }
            count += 1
            return true
        }
        guard hasRoom else { return refuse(connection, .words("script.busy")) }
        Thread.detachNewThread { [self] in
            readRequests(connection)
            underWay.withLock { $0 -= 1 }
        }
    }

    private func readRequests(_ connection: ScriptConnection) {
        var rest: [UInt8] = []
        guard let line = connection.readLine(&rest, until: ScriptConnection.now + Self.patience) else { return }
        guard let request = ScriptRequest(line: line) else {
            return refuse(connection, .words("script.not-understood"))
        }
        guard request.directory == directory else { return refuse(connection, .words("script.other-profile")) }
        let task = Task { @MainActor [handle] in
            await handle(request.wish) { connection.sendLine($0.json.line) }
            connection.hangUp()
        }
        connection.waitForEnd()
        task.cancel()
    }

    private func refuse(_ connection: ScriptConnection, _ problem: String) {
        _ = connection.sendLine(ScriptResponse.failed(problem, exitCode: 1).json.line)
    }
}
