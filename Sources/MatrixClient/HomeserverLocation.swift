import MatrixAPI

/// The address at which a homeserver is reached.
package enum HomeserverLocation: Hashable, Sendable {
    /// The base address, `https` or `http`, without a slash at its end.
    case url(String)
    case unixSocket(path: String)

    /// Parses typed input: `example.org`, `https://matrix.example.org`, `http://127.0.0.1:8008`,
    /// `unix:/run/confab`.
    ///
    /// - Parameter allowsInsecure: whether plain HTTP is accepted beyond this machine.
    /// - Throws: `badAddress`, `addressOfEndpoint`, and `insecure` for plain HTTP to another machine.
    package init(userInput: String, allowsInsecure: Bool) throws(MatrixClientError) {
        let text = userInput.trimmedSpaces
        if text.hasPrefix("unix:") {
            let path = text.dropFirst("unix:".count).collapsedLeadingSlashes
            guard path.hasPrefix("/"), path.count > 1, path.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F }) else {
                throw .badAddress(userInput)
            }
            self = .unixSocket(path: path)
            return
        }
        let (scheme, rest) = text.splitScheme
        guard let address = HomeserverAddress(scheme: scheme, rest: rest) else { throw .badAddress(userInput) }
        if address.path.split(separator: "/").contains("_matrix") { throw .addressOfEndpoint(userInput) }
        guard address.isSecure || address.isLoopback || allowsInsecure else { throw .insecure(address: address.base) }
        self = .url(address.base)
    }

    var isSecure: Bool {
        if case .url(let base) = self { base.hasPrefix("https://") } else { false }
    }

    /// The address in the syntax of typed input.
    package var displayText: String {
        switch self {
        case .url(let base): base
        case .unixSocket(let path): "unix:\(path)"
        }
    }

    /// Returns the HTTP address of a path. The path begins with a slash, and path and query are percent-encoded.
    func url(for target: String) -> String {
        switch self {
        case .url(let base): base + target
        // async-http-client expects the socket's path in place of the host.
        case .unixSocket(let path): "http+unix://" + path.percentEncoded + target
        }
    }
}

extension String {
    fileprivate var trimmedSpaces: String {
        let withoutLeading = drop(while: \.isWhitespace)
        return String(String(withoutLeading.reversed()).drop(while: \.isWhitespace).reversed())
    }

    /// The scheme in lowercase and the text after `://`. Without a scheme, this is the unchanged text.
    fileprivate var splitScheme: (scheme: String?, rest: String) {
        guard let colon = firstIndex(of: ":"), self[colon...].hasPrefix("://") else { return (nil, self) }
        return (self[..<colon].lowercased(), String(self[colon...].dropFirst(3)))
    }
}

extension Substring {
    fileprivate var collapsedLeadingSlashes: String {
        hasPrefix("//") ? "/" + drop { $0 == "/" } : String(self)
    }
}
