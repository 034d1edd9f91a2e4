import Crypto
import CryptoExtras
package import MatrixAPI

/// The parameters for deriving a key from a passphrase (PBKDF2 with SHA-512).
package struct Passphrase: Sendable {
    /// The maximum number of rounds that is accepted from others. It takes about ten seconds.
    package static let maxRounds: Int64 = 10_000_000
    /// The number of rounds for new passphrases.
    package static let usualRounds: Int64 = 500_000
    private static let algorithm = "m.pbkdf2"
    package static let keyLength = 32

    package let salt: [UInt8]
    package let rounds: Int64

    package init(salt: [UInt8], rounds: Int64) throws(CryptoError) {
        guard (1...Self.maxRounds).contains(rounds) else { throw .unreasonableRounds(rounds) }
        self.salt = salt
        self.rounds = rounds
    }

    /// Parses the `passphrase` of a secret storage key (client-server API, "Deriving keys from passphrases").
    package init(json: JSONValue) throws(CryptoError) {
        guard let algorithm = json["algorithm"]?.string else { throw .missingMember("algorithm") }
        guard algorithm == Self.algorithm else { throw .unsupportedAlgorithm(algorithm) }
        guard let salt = json["salt"]?.string else { throw .missingMember("salt") }
        guard let rounds = json["iterations"]?.integer else { throw .missingMember("iterations") }
        if let bits = json["bits"] {
            guard let bits = bits.integer else { throw .missingMember("bits") }
            guard bits == Int64(Self.keyLength * 8) else { throw .wrongKeyLength(Int(clamping: bits / 8)) }
        }
        try self.init(salt: Array(salt.utf8), rounds: rounds)
    }

    /// Creates parameters with a random salt of letters and digits, because the salt is sent as text.
    package static func make(rounds: Int64 = usualRounds) throws(CryptoError) -> Passphrase {
        try Passphrase(salt: Array(RandomText.make().utf8), rounds: rounds)
    }

    package var json: JSONValue {
        [
            "algorithm": .string(Self.algorithm), "salt": .string(String(decoding: salt, as: UTF8.self)),
            "iterations": .integer(rounds), "bits": .integer(Int64(Self.keyLength * 8)),
        ]
    }

    /// Derives the key. This takes some tenths of a second with the usual rounds, so never call it on the main actor.
    package func key(of passphrase: String, count: Int = keyLength) -> SecretBytes {
        var bytes = Array(passphrase.utf8)
        defer { bytes.withUnsafeMutableBytes(SecretBytes.overwrite) }
        do {
            return SecretBytes(
                try KDF.Insecure.PBKDF2.deriveKey(
                    from: bytes, salt: salt, using: .sha512, outputByteCount: count,
                    unsafeUncheckedRounds: Int(rounds)))
        } catch {
            preconditionFailure("a salt and some rounds make a key of any text")
        }
    }
}
