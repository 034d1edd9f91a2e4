package import MatrixAPI

extension UnpaddedBase64 {
    /// Decodes as ``decoded(utf8:)`` does, but throws `malformedBase64`.
    package static func decode(_ text: some StringProtocol) throws(CryptoError) -> [UInt8] {
        try decode(utf8: Array(text.utf8))
    }

    static func decode(utf8: [UInt8]) throws(CryptoError) -> [UInt8] {
        guard let bytes = decoded(utf8: utf8) else { throw .malformedBase64 }
        return bytes
    }

    /// Decodes as ``decodedURLSafe(utf8:)`` does, but throws `malformedBase64`.
    package static func decodeURLSafe(_ text: some StringProtocol) throws(CryptoError) -> [UInt8] {
        guard let bytes = decodedURLSafe(utf8: Array(text.utf8)) else { throw .malformedBase64 }
        return bytes
    }
}

extension JSONValue {
    /// Returns a required member that is a text.
    func textMember(_ name: String) throws(CryptoError) -> String {
        guard let text = self[name]?.string else { throw .missingMember(name) }
        return text
    }

    /// Returns a required member, decoded from Base64.
    func decodedMember(_ name: String) throws(CryptoError) -> [UInt8] {
        try UnpaddedBase64.decode(textMember(name))
    }
}
