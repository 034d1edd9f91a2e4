/// The address of a web page, safe to show and to open: `http` or `https`, in ASCII only.
struct WebAddress: Equatable {
    let text: String

    /// The host in ASCII, without the port.
    var host: String {
        String(text.drop { $0 != ":" }.drop { $0 == ":" || $0 == "/" }.prefix { !"/?#:".contains($0) })
    }

    private static let longest = 4_000

    /// - Returns: `nil` for other schemes, for a user name before the host (which could be mistaken for the host),
    ///   and for an invalid host.
    init?(_ address: String) {
        guard address.utf8.count <= Self.longest, let scheme = Self.scheme(of: address) else { return nil }
        let rest = address.utf8.dropFirst(scheme.utf8.count)
        let authority = rest.prefix { !Array("/?#\\".utf8).contains($0) }
        guard let host = Self.authority(String(Substring(authority))),
            let path = Self.path(rest.dropFirst(authority.count))
        else { return nil }
        text = scheme + host + path
    }

    private static func scheme(of address: String) -> String? {
        ["https://", "http://"].first { address.prefix($0.count).lowercased() == $0 }
    }

    private static func authority(_ text: String) -> String? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count) else { return nil }
        guard let host = host(String(parts[0])) else { return nil }
        guard parts.count == 2 else { return host }
        guard let port = UInt16(parts[1]), parts[1].utf8.count <= 5 else { return nil }
        return "\(host):\(port)"
    }

    private static func host(_ text: String) -> String? {
        let labels = text.lowercased().split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        var result: [String] = []
        for label in labels {
            guard !label.isEmpty, label.utf8.count <= 255, label.unicodeScalars.allSatisfy(isPermitted),
                let encoded = Punycode.encoded(label), encoded.utf8.count <= 63
            else { return nil }
            result.append(encoded)
        }
        let host = result.joined(separator: ".")
        return host.utf8.count <= 253 ? host : nil
    }

    private static func isPermitted(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.isASCII { return Array("abcdefghijklmnopqrstuvwxyz0123456789-_".unicodeScalars).contains(scalar) }
        return switch scalar.properties.generalCategory {
        case .lowercaseLetter, .uppercaseLetter, .otherLetter, .modifierLetter, .titlecaseLetter, .decimalNumber,
            .nonspacingMark, .spacingMark:
            true
        default: false
        }
    }

    /// Returns the path with unsafe and non-ASCII bytes percent-encoded.
    private static func path(_ bytes: Substring.UTF8View) -> String? {
        guard bytes.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else { return nil }
        let hex = Array("0123456789ABCDEF".utf8)
        let unsafe = Array(" \"'<>\\^`{|}".utf8)
        var result: [UInt8] = []
        for byte in bytes {
            if byte < 0x7F, !unsafe.contains(byte) {
                result.append(byte)
            } else {
                result += [UInt8(ascii: "%"), hex[Int(byte >> 4)], hex[Int(byte & 15)]]
            }
        }
        return String(decoding: result, as: UTF8.self)
    }
}
