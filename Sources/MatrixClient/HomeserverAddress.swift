import MatrixAPI
import NIOCore

/// The parts of a homeserver's base address.
struct HomeserverAddress: Hashable, Sendable {
    let isSecure: Bool
    /// A name or an address. IPv6 has no brackets.
    let host: String
    /// The port, if it is written in the address.
    let writtenPort: Int?
    /// The path before `/_matrix`. It is empty, or begins with a slash and doesn't end with one.
    let path: String

    /// - Parameters:
    ///   - scheme: `https`, `http`, or `nil`. `nil` means `http` for a loopback address, which needs no certificate,
    ///     and `https` for any other address.
    ///   - rest: the server name and a path, without a user, a query or a fragment.
    init?(scheme: String?, rest: String) {
        let slash = rest.firstIndex(of: "/") ?? rest.endIndex
        let authority = String(rest[..<slash])
        guard ServerName.isValid(authority) else { return nil }
        let isAllowedInPath = { (byte: UInt8) in
            byte.isUnreservedInURL || byte == UInt8(ascii: "/") || byte == UInt8(ascii: "%")
        }
        var path = rest[slash...]
        guard path.utf8.allSatisfy(isAllowedInPath) else { return nil }
        while path.last == "/" { path.removeLast() }
        let (host, port) = HomeserverAddress.split(authority)
        switch scheme {
        case "https": isSecure = true
        case "http": isSecure = false
        case nil: isSecure = !HomeserverAddress.isLoopback(host)
        default: return nil
        }
        if let port {
            guard let number = UInt16(port), number > 0 else { return nil }
            writtenPort = Int(number)
        } else {
            writtenPort = nil
        }
        self.host = host.lowercased()
        self.path = String(path)
    }

    /// Parses a base address that was validated before.
    init?(base: String) {
        let isSecure = base.hasPrefix("https://")
        guard isSecure || base.hasPrefix("http://") else { return nil }
        self.init(scheme: isSecure ? "https" : "http", rest: String(base.dropFirst(isSecure ? 8 : 7)))
    }

    var port: Int { writtenPort ?? (isSecure ? 443 : 80) }

    /// The host in the syntax of a URL, without a port.
    var hostname: String { host.contains(":") ? "[\(host)]" : host }

    /// The value of the header `Host`.
    var authority: String { writtenPort.map { "\(hostname):\($0)" } ?? hostname }

    /// The name for SNI and the certificate. It is `nil` for an IP address, which the certificate has to contain.
    var nameForTLS: String? { (try? SocketAddress(ipAddress: host, port: 0)) == nil ? host : nil }

    var base: String { (isSecure ? "https://" : "http://") + authority + path }

    var isLoopback: Bool { HomeserverAddress.isLoopback(host) }

    private static func split(_ authority: String) -> (host: String, port: Substring?) {
        if authority.first == "[", let end = authority.firstIndex(of: "]") {
            let host = String(authority[authority.index(after: authority.startIndex)..<end])
            let suffix = authority[authority.index(after: end)...]
            return (host, suffix.isEmpty ? nil : suffix.dropFirst())
        }
        guard let colon = authority.firstIndex(of: ":") else { return (authority, nil) }
        return (String(authority[..<colon]), authority[authority.index(after: colon)...])
    }

    /// Whether the host is always this machine. A name such as `127.example.org` may be another one.
    private static func isLoopback(_ host: String) -> Bool {
        let name = host.lowercased()
        if name == "localhost" || name == "::1" { return true }
        let numbers = name.split(separator: ".", omittingEmptySubsequences: false)
        return numbers.count == 4 && numbers[0] == "127" && numbers.allSatisfy { UInt8($0) != nil }
    }
}
