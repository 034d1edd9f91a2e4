@testable import MatrixCrypto

extension SecretBytes {
    init(_ bytes: [UInt8]) {
        var bytes = bytes
        self.init(taking: &bytes)
    }

    /// 0, 1, 2, … up to 31.
    static let counting = SecretBytes(Array(0..<32))
}
