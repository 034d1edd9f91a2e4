import Foundation
import MatrixServer
import ViewModels

/// A `confab serve` process that keeps running when this process ends.
struct ServerProcess {
    /// The data directory of the server.
    let directory: String
    /// The Unix socket that the server listens on.
    let socketPath: String

    /// The file with the output of the server.
    private var output: String { directory + "/serve.out" }

    /// The ID of the process that holds the data lock, which may be this process; `nil` for none.
    var holder: Int32? { DataLock.holder(of: directory) }

    /// Starts the server if it doesn't run yet, and returns once it can be reached.
    func start() async throws(ProgramError) {
        if holder != nil {
            if await comes(in: Self.fewTries, { isReachable }) { return }
            // The server runs without its socket, for example because the session's runtime directory was deleted.
            try await end()
        }
        let child = try spawn().processIdentifier
        var hasEnded = false
        let isThere = await comes(in: Self.tries) {
            if hasAnnounced, isReachable { return true }
            hasEnded = waitpid(child, nil, WNOHANG) == child
            return hasEnded
        }
        if hasEnded {
            // Another process may have started the server first.
            if holder != nil, isReachable { return }
            throw .serverNotStarted(reason: whatItSaid)
        }
        guard !isThere else { return }
        kill(child, SIGKILL)
        waitpid(child, nil, 0)
        throw .serverNotStarted(reason: .words("share.was-not-reached"))
    }

    /// Ends the server, and returns once its data lock is free.
    func end() async throws(ProgramError) {
        guard let holder, holder != getpid() else { return }
        guard Self.isConfab(holder) else { throw .serverNotEnded(processID: holder) }
        kill(holder, SIGTERM)
        let isFree = await comes(in: Self.tries) {
            // The server frees the lock before it exits. A child of this process also has to be reaped: `waitpid`
            // returns 0 while it runs.
            waitpid(holder, nil, WNOHANG) != 0 && self.holder == nil
        }
        guard isFree else { throw .serverNotEnded(processID: holder) }
    }

    /// Polls a condition, since no event reports that another process listens on a socket or frees a lock.
    private func comes(in tries: Int, _ condition: () -> Bool) async -> Bool {
        for _ in 0..<tries {
            if condition() { return true }
            try? await Task.sleep(for: .milliseconds(20))
        }
        return false
    }

    /// The number of polls: ten seconds, and three.
    private static let (tries, fewTries) = (500, 150)

    /// Whether a process runs this program. The ID comes from a file and may have been assigned to
    /// another process since.
    private static func isConfab(_ process: Int32) -> Bool {
        let path = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(process)/exe")
        return path?.split(separator: "/").last?.hasPrefix("confab") == true
    }

    private func spawn() throws(ProgramError) -> ChildProcess {
        let descriptor = open(output, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw .directory(path: directory, reason: String(cString: strerror(errno))) }
        defer { close(descriptor) }
        do {
            return try ChildProcess.start(
                [Self.program, "serve", "--data", directory], streams: .none(output: descriptor))
        } catch {
            throw .serverNotStarted(reason: error.reason)
        }
    }

    /// The path of this program, even if its file was replaced while it runs.
    private static var program: String {
        let link = "/proc/self/exe"
        let path = (try? FileManager.default.destinationOfSymbolicLink(atPath: link)) ?? link
        return access(path, X_OK) == 0 ? path : link
    }

    /// Whether the output says how to join. The server prints that after all its addresses are open: the socket may
    /// open briefly before another address turns out to be in use.
    private var hasAnnounced: Bool { said.contains(" login ") && !said.contains(Self.complaint) }

    private var whatItSaid: String {
        let line = said.split(whereSeparator: \.isNewline).last.map(String.init) ?? ""
        return line.hasPrefix(Self.complaint) ? String(line.dropFirst(Self.complaint.count)) : line
    }

    private var said: String {
        String(decoding: (FileManager.default.contents(atPath: output) ?? Data()).prefix(2_000), as: UTF8.self)
    }

    /// The prefix of error messages.
    private static let complaint = "confab: "

    private var isReachable: Bool { UnixSocketFile.isListening(socketPath) }
}
