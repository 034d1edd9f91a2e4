import MatrixAPI
import NIOCore

/// The parts of a homeserver's base address.
struct HomeserverAddress: Hashable, Sendable {
    let isSecure: Bool
    /// A name or an address; IPv6 without brackets.
    let host: String
    /// Where it is written out.
    let writtenPort: Int?
    /// Before `/_matrix`; empty or with a slash at its start and none at its end.
    let path: String

    /// - Parameters:
    ///   - scheme: `https`, `http`, or `nil`: then `https`, but `http` to this machine, which needs no certificate.
    ///   - rest: the server name and a path, nothing else: no user, no query, no fragment.
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

    /// Reads a base address that was validated before.
    init?(base: String) {
        let isSecure = base.hasPrefix("https://")
        guard isSecure || base.hasPrefix("http://") else { return nil }
        self.init(scheme: isSecure ? "https" : "http", rest: String(base.dropFirst(isSecure ? 8 : 7)))
    }

    var port: Int { writtenPort ?? (isSecure ? 443 : 80) }

    /// The host as addresses write it, without a port.
    var hostname: String { host.contains(":") ? "[\(host)]" : host }

    /// As the header `Host` wants it.
    var authority: String { writtenPort.map { "\(hostname):\($0)" } ?? hostname }

    /// For SNI and the certificate; an address has none there, and its certificate is verified against the address.
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

    /// Only what can't leave this machine: a name such as `127.example.org` can.
    private static func isLoopback(_ host: String) -> Bool {
        let name = host.lowercased()
        if name == "localhost" || name == "::1" { return true }
        let numbers = name.split(separator: ".", omittingEmptySubsequences: false)
        return numbers.count == 4 && numbers[0] == "127" && numbers.allSatisfy { UInt8($0) != nil }
    }
}
