import Foundation
import MatrixAPI

/// Links within Matrix (appendices, "matrix.to navigation" and "Matrix URI scheme").
package enum MatrixLink {
    private static let people = ["https://matrix.to/#/@", "https://matrix.to/#/%40", "matrix:u/"]

    /// Encodes a Matrix ID for use in such a link.
    package static func encoded(_ userID: String) -> String {
        userID.addingPercentEncoding(withAllowedCharacters: allowed) ?? userID
    }

    private static let allowed = CharacterSet(
        charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789@:.-_=")

    /// Whether the link leads to a person, as a mention does.
    package static func isPerson(_ address: String) -> Bool {
        people.contains { address.prefix($0.count).lowercased() == $0 }
    }
}

/// The address of a web page, safe to show and to open: `http` or `https`, in ASCII only.
package struct WebAddress: Equatable {
    package let text: String

    /// The host in ASCII, without the port.
    package var host: String {
        String(text.drop { $0 != ":" }.drop { $0 == ":" || $0 == "/" }.prefix { !"/?#:".contains($0) })
    }

    private static let longest = 4_000

    /// - Returns: `nil` for other schemes, for a user name before the host (which could be mistaken for the host),
    ///   and for an invalid host.
    package init?(_ address: String) {
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
        return String(decoding: bytes, as: UTF8.self).percentEncoded(keeping: safe)
    }

    private static let safe = Set<UInt8>(0x20..<0x7F).subtracting(" \"'<>\\^`{|}".utf8)
}

/// Encodes a label of a host name in ASCII (RFC 3492).
enum Punycode {
    private static let base = 36
    private static let firstCode = 128

    /// - Returns: the label as DNS uses it, with `xn--`; `nil` if it is too long.
    static func encoded(_ label: String) -> String? {
        let scalars = label.unicodeScalars.map { Int($0.value) }
        guard scalars.count <= 63 else { return nil }
        var result = String(String.UnicodeScalarView(label.unicodeScalars.filter(\.isASCII)))
        let basic = result.utf8.count
        guard basic < scalars.count else { return label }
        if basic > 0 { result += "-" }
        var code = firstCode
        var delta = 0
        var bias = 72
        var handled = basic
        while handled < scalars.count {
            guard let next = scalars.filter({ $0 >= code }).min() else { return nil }
            delta += (next - code) * (handled + 1)
            code = next
            for scalar in scalars {
                if scalar < code { delta += 1 }
                guard scalar == code else { continue }
                append(delta, bias: bias, to: &result)
                bias = adapted(delta, count: handled + 1, isFirst: handled == basic)
                delta = 0
                handled += 1
            }
            delta += 1
            code += 1
        }
        let encoded = "xn--" + result
        return encoded.utf8.count <= 63 ? encoded : nil
    }

    private static func append(_ delta: Int, bias: Int, to result: inout String) {
        var rest = delta
        var step = base
        while true {
            let threshold = min(max(step - bias, 1), 26)
            if rest < threshold { break }
            result.unicodeScalars.append(digit(threshold + (rest - threshold) % (base - threshold)))
            rest = (rest - threshold) / (base - threshold)
            step += base
        }
        result.unicodeScalars.append(digit(rest))
    }

    private static func digit(_ value: Int) -> Unicode.Scalar {
        Unicode.Scalar(UInt8(value < 26 ? value + 97 : value - 26 + 48))
    }

    private static func adapted(_ delta: Int, count: Int, isFirst: Bool) -> Int {
        var rest = isFirst ? delta / 700 : delta / 2
        rest += rest / count
        var steps = 0
        while rest > 455 {
            rest /= 35
            steps += base
        }
        return steps + 36 * rest / (rest + 38)
    }
}
