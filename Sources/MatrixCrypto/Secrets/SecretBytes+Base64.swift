extension SecretBytes {
    /// The secret in Base64, which is the form that Matrix stores and shares (client-server API, "Secrets").
    var inBase64: SecretBytes {
        var bytes = revealed
        defer { bytes.withUnsafeMutableBytes(SecretBytes.overwrite) }
        var text = Array(UnpaddedBase64.encode(bytes).utf8)
        return SecretBytes(taking: &text)
    }

    /// The secret decoded from Base64.
    var fromBase64: SecretBytes {
        get throws(CryptoError) {
            var text = revealed
            defer { text.withUnsafeMutableBytes(SecretBytes.overwrite) }
            var bytes = try UnpaddedBase64.decode(utf8: text)
            return SecretBytes(taking: &bytes)
        }
    }
}
