import Crypto

/// A hash that identifies a text without revealing it: 64 characters of `0-9a-f`, usable as a file name.
package struct Fingerprint: Hashable, Sendable {
    package let text: String

    package init(of text: String) { self.init(SHA256.hash(data: Array(text.utf8))) }

    init(_ digest: SHA256Digest) {
        text = digest.map { byte in
            let digits = String(byte, radix: 16)
            return byte < 16 ? "0" + digits : digits
        }.joined()
    }
}
