import Glibc

/// Finds a TCP port of loopback without a listener.
package enum FreePort {
    package static func find() throws -> Int {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let status = withUnsafeMutableBytes(of: &address) { bytes in
            let pointer = bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self)
            return bind(descriptor, pointer, length) == 0 ? getsockname(descriptor, pointer, &length) : -1
        }
        guard status == 0 else {
            throw ScreenFailure.notStarted(program: "a port", reason: String(cString: strerror(errno)))
        }
        return Int(in_port_t(bigEndian: address.sin_port))
    }
}
