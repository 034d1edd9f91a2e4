/// Encrypts with ``CounterCipher`` and a full HMAC-SHA-256, as secret storage and exported keys do.
struct CodedCounterCipher {
    private let key: SecretBytes
    private let codeKey: SecretBytes

    /// - Parameter keys: 64 bytes; the first half is the encryption key, the second half the HMAC key.
    init(keys: SecretBytes) {
        key = keys[0..<32]
        codeKey = keys[32..<64]
    }

    /// Encrypts or decrypts.
    func apply(to bytes: [UInt8], vector: [UInt8]) throws(CryptoError) -> [UInt8] {
        try CounterCipher(key: key, vector: vector).apply(to: bytes)
    }

    /// Returns the message authentication code of 32 bytes.
    func code(of bytes: [UInt8]) -> [UInt8] {
        codeKey.code(of: bytes).revealed
    }

    func hasCode(_ code: [UInt8], of bytes: [UInt8]) -> Bool {
        ConstantTime.areEqual(self.code(of: bytes), code)
    }
}
