import Glibc
import Presentation

/// A connection to another process on this machine that carries lines both ways. It closes with this object.
final class ScriptConnection: Sendable {
    private let descriptor: Int32

    init(descriptor: Int32) {
        self.descriptor = descriptor
    }

    deinit {
        close(descriptor)
    }

    /// Connects to a socket; `nil` if no process listens there.
    static func open(_ path: String) -> ScriptConnection? {
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return nil }
        let connection = ScriptConnection(descriptor: descriptor)
        return SocketAddress.with(path) { connect(descriptor, $0, $1) } == 0 ? connection : nil
    }

    /// Whether the process at the other end runs as the same user, according to the kernel (unix(7), "SO_PEERCRED").
    var isOfSameUser: Bool {
        // `struct ucred`: process, user, group.
        var peer: (pid_t, uid_t, gid_t) = (0, 0, 0)
        var length = socklen_t(MemoryLayout.size(ofValue: peer))
        guard getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &peer, &length) == 0 else { return false }
        return peer.1 == geteuid()
    }

    /// Returns the next line without its line break. It blocks.
    ///
    /// - Parameters:
    ///   - rest: the bytes after the previous line, replaced by those after this line.
    ///   - deadline: by the clock of ``now``.
    /// - Returns: `nil` at the end of the stream, if the line is too long, or at the deadline.
    func readLine(_ rest: inout [UInt8], until deadline: Int64) -> [UInt8]? {
        var scanned = 0
        while true {
            if let end = rest[scanned...].firstIndex(of: UInt8(ascii: "\n")) {
                let line = Array(rest[..<end])
                rest.removeSubrange(...end)
                return line
            }
            scanned = rest.count
            guard rest.count <= ScriptRequest.maximumLength, wait(for: Int16(POLLIN), until: deadline) else {
                return nil
            }
            var bytes = [UInt8](repeating: 0, count: 16_384)
            let count = recv(descriptor, &bytes, bytes.count, 0)
            guard count > 0 else { return nil }
            rest += bytes[..<count]
        }
    }

    /// Blocks until the other end has accepted the line, but not beyond the deadline.
    func write(_ line: String, until deadline: Int64) -> Bool {
        var bytes = Array((line + "\n").utf8)[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes {
                send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
            }
            if count > 0 {
                bytes = bytes.dropFirst(count)
            } else if count == 0 || ![EAGAIN, EINTR].contains(errno) || !wait(for: Int16(POLLOUT), until: deadline) {
                return false
            }
        }
        return true
    }

    /// Sends a line without blocking. If the other end does not read, the line is dropped.
    func sendLine(_ line: String) -> Bool { write(line, until: 0) }

    /// Returns once the other end is closed, or ``hangUp()`` was called. It blocks.
    func waitForEnd() { _ = wait(for: Self.peerIsGone, until: .max) }

    /// `POLLRDHUP` (poll(2)), which Swift doesn't import.
    private static let peerIsGone: Int16 = 0x2000

    func hangUp() { shutdown(descriptor, Int32(SHUT_RDWR)) }

    /// The time of a monotonic clock, in milliseconds.
    static var now: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000
    }

    private func wait(for events: Int16, until deadline: Int64) -> Bool {
        while true {
            let left = deadline == .max ? -1 : Int32(clamping: max(deadline - Self.now, 0))
            var asked = pollfd(fd: descriptor, events: events, revents: 0)
            let count = poll(&asked, 1, left)
            if count < 0, errno == EINTR { continue }
            return count > 0
        }
    }
}

extension ScriptConnection {
    /// Sends a request and returns the first answer. It blocks.
    ///
    /// - Throws: an error if the request failed or got no answer.
    func answer(to request: ScriptRequest, until deadline: Int64) throws(ProgramError) -> ScriptResponse {
        var rest: [UInt8] = []
        // If the write fails, the other process may still have answered why it refused the request.
        _ = write(request.json.line, until: deadline)
        guard let line = readLine(&rest, until: deadline), let answer = ScriptResponse(line: line)
        else { throw .script(.noAnswer) }
        if case .failed(let words, let exitCode) = answer { throw .script(.said(words, exitCode: exitCode)) }
        return answer
    }
}
