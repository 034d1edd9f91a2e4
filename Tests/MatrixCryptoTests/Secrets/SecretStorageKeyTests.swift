import MatrixAPI
import Testing

@testable import MatrixCrypto

/// Tests secret storage with values that Python's cryptography computed from the specification.
@Suite(.timeLimit(.minutes(5))) struct SecretStorageKeyTests {
    private let description: JSONValue = [
        "algorithm": "m.secret_storage.v1.aes-hmac-sha2", "iv": "ZGVmZ2hpamt/AQIDBAUGBw",
        "mac": "Z1oz5S1NlmCd/lGcqudflkHDTE9aPo4RC+rDXmqYm+I",
    ]
    private let sealed: JSONValue = [
        "iv": "ZGVmZ2hpamt/AQIDBAUGBw==", "ciphertext": "Isw0zFnJFNDLlp6NMoOV",
        "mac": "D7OSenykIer8CU+IZ981XBqSPp5L6Y6a4BxR6svr7YM=",
    ]

    @Test func keyMatchesItsOwnDescriptionOnly() throws {
        let key = try SecretStorageKey(secret: .counting)
        try key.check(description)
        #expect(throws: CryptoError.wrongSecretKey) { try SecretStorageKey().check(description) }
        let other = SecretStorageKey()
        let told = try other.description(name: "ana's")
        #expect(told["name"] == "ana's" && told["passphrase"] == nil)
        try other.check(told)
        #expect(throws: CryptoError.wrongSecretKey) { try key.check(told) }
    }

    @Test func descriptionWithoutACheckMatchesAndAPartialOneFails() throws {
        let key = SecretStorageKey()
        try key.check(["algorithm": .string(SecretStorageKey.algorithm)])
        for name in ["iv", "mac"] {
            var half = description
            half[name] = nil
            #expect(throws: CryptoError.missingMember(name)) { try key.check(half) }
        }
        #expect(throws: CryptoError.missingMember("algorithm")) { try key.check([:]) }
        #expect(throws: CryptoError.unsupportedAlgorithm("rot13")) { try key.check(["algorithm": "rot13"]) }
    }

    @Test func secretIsReadOnlyUnderItsName() throws {
        let key = try SecretStorageKey(secret: .counting)
        #expect(try key.open(sealed, name: "m.cross_signing.master").revealed == Array("a secret of ana".utf8))
        #expect(throws: CryptoError.wrongCode) { try key.open(sealed, name: "m.megolm_backup.v1") }
        #expect(throws: CryptoError.wrongCode) {
            try SecretStorageKey().open(sealed, name: "m.cross_signing.master")
        }
        let own = try key.seal(.counting, name: "m.megolm_backup.v1")
        #expect(try key.open(own, name: "m.megolm_backup.v1") == .counting)
        #expect(try key.seal(.counting, name: "m.megolm_backup.v1") != own)
    }

    @Test func malformedSecretsGetSpecificErrors() throws {
        let key = try SecretStorageKey(secret: .counting)
        for name in ["iv", "ciphertext", "mac"] {
            var without = sealed
            without[name] = nil
            #expect(throws: CryptoError.missingMember(name)) { try key.open(without, name: "m.x") }
            without[name] = "?"
            #expect(throws: CryptoError.malformedBase64) { try key.open(without, name: "m.x") }
        }
        var short = sealed
        short["iv"] = "ZGVm"
        #expect(throws: CryptoError.wrongVectorLength(3)) { try key.open(short, name: "m.cross_signing.master") }
        #expect(throws: CryptoError.wrongKeyLength(16)) { try SecretStorageKey(secret: SecretBytes(random: 16)) }
    }

    @Test func passphraseDerivesTheSameKey() throws {
        let told: JSONValue = ["algorithm": "m.pbkdf2", "salt": "MmMsAlty", "iterations": 1000]
        #expect(
            try Passphrase(json: told).key(of: "pässword").revealed
                == hexadecimal("45617b19a1e76810c87fb9fe85b729b647e081afadf56ef9c5edfbe88c3b9510"))
        // A widely published test vector.
        #expect(
            try Passphrase(salt: Array("salt".utf8), rounds: 1).key(of: "password", count: 64).revealed
                == hexadecimal(
                    "867f70cf1ade02cff3752599a3a53dc4af34c7a669815ae5d513554e1c8cf252"
                        + "c02d470a285a0501bad999bfe943c08f050235d7d68b1da55e63f73b60a57fce"))
        let own = try Passphrase.make(rounds: 2)
        #expect(try Passphrase(json: own.json).key(of: "x") == own.key(of: "x"))
        #expect(try Passphrase.make(rounds: 2).salt != own.salt)
    }

    @Test(
        arguments: [
            ([:], .missingMember("algorithm")), (["algorithm": "m.scrypt"], .unsupportedAlgorithm("m.scrypt")),
            (["algorithm": "m.pbkdf2", "iterations": 1], .missingMember("salt")),
            (["algorithm": "m.pbkdf2", "salt": "s"], .missingMember("iterations")),
            (["algorithm": "m.pbkdf2", "salt": "s", "iterations": 0], .unreasonableRounds(0)),
            (["algorithm": "m.pbkdf2", "salt": "s", "iterations": 10_000_001], .unreasonableRounds(10_000_001)),
            (["algorithm": "m.pbkdf2", "salt": "s", "iterations": 1, "bits": 512], .wrongKeyLength(64)),
            (["algorithm": "m.pbkdf2", "salt": "s", "iterations": 1, "bits": "256"], .missingMember("bits")),
        ] as [(JSONValue, CryptoError)])
    func malformedPassphraseSettingsGetSpecificErrors(json: JSONValue, error: CryptoError) {
        #expect(throws: error) { try Passphrase(json: json) }
    }
}
