import Foundation
import MatrixServer

/// Where TCP is served, as a person types it: `127.0.0.1:8008`, `[::1]:8008`.
struct ServedAddress: Equatable {
    let host: String
    let port: Int

    /// This machine alone.
    static let usual = ServedAddress(host: "127.0.0.1", port: 8_008)

    init(host: String, port: Int) {
        (self.host, self.port) = (host, port)
    }

    init(typed text: String) throws(ProgramError) {
        guard let colon = text.lastIndex(of: ":"), let port = Int(text[text.index(after: colon)...]),
            (0...65_535).contains(port)
        else { throw .input(.noListenAddress(text)) }
        let host = text[..<colon].trimmingCharacters(in: CharacterSet(charactersIn: "[]"))
        guard !host.isEmpty else { throw .input(.noHost(text)) }
        self.init(host: host, port: port)
    }

    var text: String { (host.contains(":") ? "[\(host)]" : host) + ":\(port)" }

    /// Whether nobody but this machine reaches it.
    var isLoopback: Bool { host == "localhost" || host == "::1" || host.hasPrefix("127.") }

    private var isAny: Bool { host == "0.0.0.0" || host == "::" }

    /// What others call it: a machine that listens wherever it can be reached is known by its name.
    private var reachable: ServedAddress {
        isAny ? ServedAddress(host: DeviceName.host, port: port) : self
    }

    /// The command that joins the server.
    ///
    /// - Parameter publicURL: where a proxy serves it to others; `nil`: they connect to this address.
    func joinLine(asks registration: ServerConfiguration.Registration, publicURL: PublicURL? = nil) -> String {
        let isSafe = publicURL.map { $0.isSecure || ServedAddress(host: $0.host, port: 0).isLoopback } ?? isLoopback
        let words = ["confab", "login", publicURL?.description ?? "http://\(reachable.text)"]
        return (words + (isSafe ? [] : ["--insecure-http"])).joined(separator: " ") + registration.options
    }
}

extension ServerConfiguration.Registration {
    /// What makes an account with `confab login`; empty where nobody can.
    var options: String {
        switch self {
        case .closed: ""
        case .open: " --register"
        case .token(let token): " --register --token \(token)"
        }
    }
}
