/// The grammar of a Matrix server name: a DNS name or an IP address with an optional port (appendices, "Server name").
package enum ServerName {
    package static func isValid(_ text: String) -> Bool {
        guard !text.isEmpty, text.utf8.count <= 230 else { return false }
        var host = Substring(text)
        if host.first == "[" {
            guard let end = host.firstIndex(of: "]") else { return false }
            let address = host[host.index(after: host.startIndex)..<end]
            guard !address.isEmpty, address.allSatisfy({ $0.isHexDigit || ":.".contains($0) }) else { return false }
            return isValidPort(host[host.index(after: end)...])
        }
        if let colon = host.firstIndex(of: ":") {
            guard isValidPort(host[colon...]) else { return false }
            host = host[..<colon]
        }
        return !host.isEmpty
            && host.unicodeScalars.allSatisfy { scalar in
                scalar.isASCII && (scalar.properties.isAlphabetic || "0123456789-.".unicodeScalars.contains(scalar))
            }
    }

    private static func isValidPort(_ suffix: Substring) -> Bool {
        if suffix.isEmpty { return true }
        let digits = suffix.dropFirst()
        return suffix.first == ":" && (1...5).contains(digits.count) && digits.allSatisfy { $0.isASCII && $0.isNumber }
    }
}
