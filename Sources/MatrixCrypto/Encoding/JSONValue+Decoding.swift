import MatrixAPI

extension JSONValue {
    /// A member that has to be there and a text.
    func textMember(_ name: String) throws(CryptoError) -> String {
        guard let text = self[name]?.string else { throw .missingMember(name) }
        return text
    }

    /// A member that has to be there and Base64.
    func decodedMember(_ name: String) throws(CryptoError) -> [UInt8] {
        try UnpaddedBase64.decode(textMember(name))
    }
}
