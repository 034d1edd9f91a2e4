/// The `Content-Disposition` of a file, which tells a browser how to show and name it (RFC 6266).
enum ContentDisposition {
    /// - Parameter name: The name as uploaded, with any characters. It can't end the header, but the client still
    ///   has to make sure that it is not used as a path.
    static func text(isInline: Bool, name: String?) -> String {
        let kind = isInline ? "inline" : "attachment"
        guard let name, !name.isEmpty else { return kind }
        let plain = String(
            decoding: name.unicodeScalars.map { isPlain($0) ? UInt8($0.value) : underscore }, as: UTF8.self)
        // Old clients read only `filename`, which suffices if it is the name itself.
        guard plain != name else { return "\(kind); filename=\"\(plain)\"" }
        return "\(kind); filename=\"\(plain)\"; filename*=UTF-8''\(encode(name))"
    }

    private static let underscore = UInt8(ascii: "_")

    /// Whether all clients read the character in the same way between quotes, and it is never part of a path.
    private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
        (0x20..<0x7F).contains(scalar.value) && !["\"", "\\", "/", "%"].contains(scalar)
    }

    /// Encodes a name by RFC 8187, section 3.2.1.
    private static func encode(_ name: String) -> String {
        var text: [UInt8] = []
        for byte in name.utf8 {
            if attributeBytes.contains(byte) {
                text.append(byte)
            } else {
                text += [UInt8(ascii: "%"), hexDigits[Int(byte >> 4)], hexDigits[Int(byte & 15)]]
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    private static let hexDigits = Array("0123456789ABCDEF".utf8)
    private static let attributeBytes = Set(
        Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789!#$&+-.^_`|~".utf8))
}
