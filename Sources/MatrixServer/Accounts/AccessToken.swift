import Crypto

/// Access tokens: 256 random bits. The server stores only their SHA-256.
enum AccessToken {
    static func make() -> String {
        let bytes = (0..<32).map { _ in UInt8.random(in: .min ... .max) }
        return Base64.urlSafe(bytes)
    }

    static func hash(_ token: String) -> [UInt8] { Array(SHA256.hash(data: Array(token.utf8))) }
}
