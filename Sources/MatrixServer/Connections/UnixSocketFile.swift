import Glibc

/// The file of a Unix socket: checks whether a server listens there, and removes the file left by a crash.
package enum UnixSocketFile {
    static func prepare(_ path: String) throws(ServerError) {
        guard path.utf8.count < MemoryLayout.size(ofValue: sockaddr_un().sun_path) else {
            throw .socketUnusable(path: path, reason: "the path is longer than a socket's may be")
        }
        var status = stat()
        guard lstat(path, &status) == 0 else { return }
        guard status.st_mode & S_IFMT == S_IFSOCK else {
            throw .socketUnusable(path: path, reason: "another file is there")
        }
        guard !isListening(path) else { throw .socketInUse(path: path) }
        guard unlink(path) == 0 else {
            throw .socketUnusable(path: path, reason: String(cString: strerror(errno)))
        }
    }

    /// Restricts the socket to its owner.
    static func protect(_ path: String) { chmod(path, 0o600) }

    /// Whether a server accepts connections on the socket.
    package static func isListening(_ path: String) -> Bool {
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        return result == 0
    }
}
