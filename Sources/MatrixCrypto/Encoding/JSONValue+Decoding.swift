import MatrixAPI

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
