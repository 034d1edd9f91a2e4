import MatrixAPI
import Testing

@testable import MatrixCrypto

@Suite(.timeLimit(.minutes(5))) struct EncryptedFileTests {
    /// Python's cryptography computed these values from the specification.
    private let told: JSONValue = [
        "v": "v2", "url": "mxc://x/y", "iv": "MjM0NTY3ODkAAAAAAAAAAA",
        "hashes": ["sha256": "xa3IOQOzu3V92tkA1gtn0T+o3ZMCUnglm1JzL6Ev8nI"],
        "key": [
            "kty": "oct", "key_ops": ["encrypt", "decrypt"], "alg": "A256CTR", "ext": true,
            "k": "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8",
        ],
    ]
    private let ciphertext = hexadecimal("18de87708859fc919f07f7beda8fa808377d")

    @Test func encryptedFileMatchesTheSpecification() throws {
        let file = try EncryptedFile(json: told)
        #expect(try file.open(ciphertext) == Array("a picture of a cat".utf8))
        #expect(file.json(address: "mxc://x/y") == told)
    }

    @Test(arguments: [0, 1, 16, 100_000]) func sealedFileRoundTrips(count: Int) throws {
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0) }
        let sealed = EncryptedFile.seal(bytes)
        let file = try EncryptedFile(json: sealed.file.json(address: "mxc://x/y"))
        #expect(try file.open(sealed.ciphertext) == bytes)
        #expect(count < 16 || sealed.ciphertext != bytes)
    }

    @Test func noTwoFilesShareKeyOrVector() throws {
        let files = (0..<8).map { _ in EncryptedFile.seal([1]).file.json(address: "mxc://x/y") }
        #expect(Set(files.compactMap { $0["key"]?["k"]?.string }).count == 8)
        #expect(Set(files.compactMap { $0["iv"]?.string }).count == 8)
        for file in files {
            #expect(try UnpaddedBase64.decode(file["iv"]?.string ?? "").suffix(8).allSatisfy { $0 == 0 })
        }
    }

    @Test func aChangedFileIsRefused() throws {
        let file = try EncryptedFile(json: told)
        #expect(throws: CryptoError.wrongHash) { try file.open(ciphertext.dropLast()) }
        #expect(throws: CryptoError.wrongHash) { try file.open([0x19] + ciphertext.dropFirst()) }
    }

    @Test(
        arguments: [
            (["v"], nil, .missingMember("v")), (["v"], "v1", .unsupportedAlgorithm("v1")),
            (["key"], nil, .missingMember("key")), (["key", "kty"], "RSA", .unsupportedAlgorithm("RSA")),
            (["key", "alg"], "A128CTR", .unsupportedAlgorithm("A128CTR")), (["key", "k"], nil, .missingMember("k")),
            (["key", "k"], "AAEC", .wrongKeyLength(3)), (["key", "k"], "A+A/", .malformedBase64),
            (["iv"], nil, .missingMember("iv")), (["iv"], "AAEC", .wrongVectorLength(3)),
            (["hashes"], nil, .missingMember("hashes")), (["hashes", "sha256"], nil, .missingMember("sha256")),
            (["hashes", "sha256"], "?", .malformedBase64),
        ] as [([String], String?, CryptoError)])
    func malformedFilesGetSpecificErrors(path: [String], value: String?, error: CryptoError) {
        var json = told
        if path.count == 1 {
            json[path[0]] = value.map { .string($0) }
        } else {
            json[path[0]]?[path[1]] = value.map { .string($0) }
        }
        #expect(throws: error) { try EncryptedFile(json: json) }
    }
}
