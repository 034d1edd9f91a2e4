import Glibc
import TestSupport

/// A TCP connection to loopback that stays open as long as this object exists.
final class HeldConnection: Sendable {
    private let descriptor: Int32

    init(port: Int) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(UInt16(port).bigEndian)
        inet_pton(AF_INET, "127.0.0.1", &address.sin_addr)
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard result == 0 else {
            throw ScreenFailure.notStarted(program: "a connection", reason: String(cString: strerror(errno)))
        }
        var patience = timeval(tv_sec: 30, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
    }

    deinit { close(descriptor) }

    /// Sends a request and returns the beginning of the response. A POST is a login with a wrong password.
    func answer(to method: String, _ path: String) throws -> String {
        let body = method == "POST" ? #"{"type":"m.login.password","user":"ana","password":"guess"}"# : ""
        let request =
            "\(method) /_matrix/client/\(path) HTTP/1.1\r\nHost: localhost\r\nContent-Length: \(body.utf8.count)\r\n\r\n"
            + body
        let bytes = Array(request.utf8)
        send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL))
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = recv(descriptor, &buffer, buffer.count, 0)
        return String(decoding: buffer[..<max(count, 0)], as: UTF8.self)
    }
}
