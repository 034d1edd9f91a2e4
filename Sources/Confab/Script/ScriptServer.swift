import Dispatch
import Glibc
import MatrixAPI
import Messenger
import ViewModels

/// Accepts the requests of commands of the same user, on a socket for the profile.
///
/// The main actor only gets complete requests and sends answers that don't block. A client that is slow, sends too
/// much or sends nothing only blocks its own thread, and their number is limited.
@MainActor
final class ScriptServer {
    /// Answers a request any number of times. It returns after the last answer, or once the client is gone.
    typealias Handler = @MainActor @Sendable (ScriptRequest.Wish, _ tell: (ScriptAnswer) -> Bool) async -> Void

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
        ScriptPlace(profileName: profileName, directory: directory).keep(path)
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
        let desk = ScriptDesk(directory: directory, handle)
        source.setEventHandler { @Sendable in
            while true {
                let descriptor = accept(listener, nil, nil)
                guard descriptor >= 0 else { return }
                _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
                desk.take(ScriptConnection(descriptor: descriptor))
            }
        }
        source.setCancelHandler { @Sendable in _ = close(listener) }
        return source
    }
}
