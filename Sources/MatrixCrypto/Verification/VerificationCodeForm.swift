import MatrixAPI

/// A form of the codes with which both sides of a verification authenticate their keys (client-server API, "MAC
/// calculation").
enum VerificationCodeForm: String, CaseIterable, Sendable {
    case current = "hkdf-hmac-sha256.v2"
    /// The form of libolm-era clients. The code is the same, but libolm encoded it in place, so that the text has
    /// only the first six bytes of the code. It is deprecated, and used only with clients that support no other.
    case first = "hkdf-hmac-sha256"

    /// The number of bytes of a code.
    private static let codeBytes = 32

    /// Returns the text of a code of 32 bytes.
    func text(of code: [UInt8]) -> String {
        switch self {
        case .current: UnpaddedBase64.encode(code)
        case .first: Self.overwrittenText(of: code)
        }
    }

    /// Encodes three bytes at a time into the buffer that holds the code, as libolm did. Each output of four
    /// characters overwrites input that was not read yet.
    private static func overwrittenText(of code: [UInt8]) -> String {
        precondition(code.count == codeBytes, "a code of HMAC-SHA-256")
        var buffer = code + [UInt8](repeating: 0, count: 43 - codeBytes)
        for (input, output) in zip(stride(from: 0, to: codeBytes, by: 3), stride(from: 0, to: 43, by: 4)) {
            let part = Array(UnpaddedBase64.encode(buffer[input..<min(input + 3, codeBytes)]).utf8)
            buffer.replaceSubrange(output..<output + part.count, with: part)
        }
        return String(decoding: buffer, as: UTF8.self)
    }

    /// Throws unless the text is that of the code. The comparison takes constant time.
    ///
    /// - Parameter text: the text as received.
    func check(_ text: String, against code: [UInt8]) throws(CryptoError) {
        let isSame =
            switch self {
            case .current: ConstantTime.areEqual(try UnpaddedBase64.decode(text), code)
            case .first: ConstantTime.areEqual(Array(text.utf8), Array(self.text(of: code).utf8))
            }
        guard isSame else { throw .wrongCode }
    }
}
