import Foundation
import MatrixServer

/// An address to serve TCP at, in its typed form: `127.0.0.1:8008`, `[::1]:8008`.
struct ServedAddress: Equatable {
    let host: String
    let port: Int

    /// The default: the loopback interface only.
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

    /// Whether only this machine can reach the address.
    var isLoopback: Bool { host == "localhost" || host == "::1" || host.hasPrefix("127.") }

    private var isAny: Bool { host == "0.0.0.0" || host == "::" }

    /// The address for other machines. If the server listens on all interfaces, this is the host name.
    private var reachable: ServedAddress {
        isAny ? ServedAddress(host: DeviceName.host, port: port) : self
    }

    /// Returns the command that joins the server.
    ///
    /// - Parameter publicURL: the URL at which a proxy serves it; `nil` if clients connect to this address.
    func joinLine(asks registration: ServerConfiguration.Registration, publicURL: PublicURL? = nil) -> String {
        let isSafe = publicURL.map { $0.isSecure || ServedAddress(host: $0.host, port: 0).isLoopback } ?? isLoopback
        let words = ["confab", "login", publicURL?.description ?? "http://\(reachable.text)"]
        return (words + (isSafe ? [] : ["--insecure-http"])).joined(separator: " ") + registration.options
    }
}

extension ServerConfiguration.Registration {
    /// The options of `confab login` that create an account; empty if registration is closed.
    var options: String {
        switch self {
        case .closed: ""
        case .open: " --register"
        case .token(let token): " --register --token \(token)"
        }
    }
}
