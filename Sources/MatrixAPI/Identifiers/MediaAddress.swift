/// The address of a file on a server: `mxc://example.org/abc` (client-server API, "Matrix Content (MXC) URIs").
package struct MediaAddress: Hashable, Sendable, CustomStringConvertible {
    package let server: String
    package let mediaID: String

    /// Accepts only the characters that the specification allows in an identifier, so that it can't lead to another
    /// path.
    package init?(_ text: String) {
        guard text.hasPrefix(Self.scheme), text.utf8.count <= Self.longest else { return nil }
        let parts = text.dropFirst(Self.scheme.count).split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, ServerName.isValid(String(parts[0])), !parts[1].isEmpty,
            parts[1].utf8.allSatisfy(Self.isAllowed)
        else { return nil }
        server = String(parts[0])
        mediaID = String(parts[1])
    }

    package var description: String { "\(Self.scheme)\(server)/\(mediaID)" }

    private static let scheme = "mxc://"
    private static let longest = 512

    private static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
            true
        default: false
        }
    }
}
