import Foundation
import MatrixServer
import ViewModels

/// `confab serve` as a process of its own, which goes on when this one ends.
struct ServerProcess {
    /// Where the server keeps its data.
    let directory: String
    /// The Unix socket that it serves.
    let socketPath: String

    /// What it says.
    private var output: String { directory + "/serve.out" }

    /// The process that has the data now, this one or another; `nil` for none.
    var holder: Int32? { DataLock.holder(of: directory) }

    /// Starts it where it doesn't run yet, and returns once it can be reached.
    func start() async throws(ProgramError) {
        if holder != nil {
            if await comes(in: Self.fewTries, { isReachable }) { return }
            // Its socket went with the session that it was started in, say.
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
            // Another one may have been quicker.
            if holder != nil, isReachable { return }
            throw .serverNotStarted(reason: whatItSaid)
        }
        guard !isThere else { return }
        kill(child, SIGKILL)
        waitpid(child, nil, 0)
        throw .serverNotStarted(reason: .words("share.was-not-reached"))
    }

    /// Ends it, and returns once its data are free.
    func end() async throws(ProgramError) {
        guard let holder, holder != getpid() else { return }
        guard Self.isConfab(holder) else { throw .serverNotEnded(processID: holder) }
        kill(holder, SIGTERM)
        let isFree = await comes(in: Self.tries) {
            // It lets go of its data before it ends, and as a child of this process it waits to be looked after: 0 while it runs.
            waitpid(holder, nil, WNOHANG) != 0 && self.holder == nil
        }
        guard isFree else { throw .serverNotEnded(processID: holder) }
    }

    /// Looks again and again, since nobody tells when another process serves a socket or lets go of a lock.
    private func comes(in tries: Int, _ condition: () -> Bool) async -> Bool {
        for _ in 0..<tries {
            if condition() { return true }
            try? await Task.sleep(for: .milliseconds(20))
        }
        return false
    }

    /// Ten seconds of them, and three.
    private static let (tries, fewTries) = (500, 150)

    /// Whether a process runs this program: a number that somebody else wrote may be anybody's.
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

    /// This program, also where its file was replaced meanwhile.
    private static var program: String {
        let link = "/proc/self/exe"
        let path = (try? FileManager.default.destinationOfSymbolicLink(atPath: link)) ?? link
        return access(path, X_OK) == 0 ? path : link
    }

    /// Whether it says how to join, which it does once each of its addresses is served: one may be for a moment where another is taken.
    private var hasAnnounced: Bool { said.contains(" login ") && !said.contains(Self.complaint) }

    private var whatItSaid: String {
        let line = said.split(whereSeparator: \.isNewline).last.map(String.init) ?? ""
        return line.hasPrefix(Self.complaint) ? String(line.dropFirst(Self.complaint.count)) : line
    }

    private var said: String {
        String(decoding: (FileManager.default.contents(atPath: output) ?? Data()).prefix(2_000), as: UTF8.self)
    }

    /// What an error begins with.
    private static let complaint = "confab: "

    private var isReachable: Bool { UnixSocketFile.isListening(socketPath) }
}
