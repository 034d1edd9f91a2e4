import MatrixAPI
import TestSeeds
import Testing

@testable import MatrixCrypto

@Suite(.timeLimit(.minutes(5))) struct FilePieceTests {
    private let bytes = (0..<70_000).map { UInt8(truncatingIfNeeded: $0 * 7) }

    /// The hashes of the output of Python's cryptography for the same bytes. Its counter has 128 bits.
    @Test(
        arguments: [
            ("MjM0NTY3ODkAAAAAAAAAAA", "zUiMueE5KTXDgi8c1vIS3lKF2d8x/GHopxd7pHKUzME"),
            ("MjM0NTY3ODn//////////g", "1/S0zCWGTjdRfizNv0gwxmGhRdLrLothwIYYOZoj0No"),
            ("/////////////////////w", "Sx9tjPIha2ULUDMfnILEGW94i9Q6d9lqgQktcrpxFKA"),
        ])
    func piecesOfAnyLengthMatchReferenceValues(vector: String, hash: String) throws {
        var chance = SeededGenerator(seed: Seeds.ofThisRun())
        let file = try EncryptedFile(json: [
            "v": "v2", "iv": .string(vector), "hashes": ["sha256": .string(hash)],
            "key": ["kty": "oct", "alg": "A256CTR", "k": "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8"],
        ])
        for longest in [1, 15, 16, 17, 4_096, 70_000] {
            var stream = try CounterStream(key: file.key, vector: file.vector)
            var sealed: [UInt8] = []
            while sealed.count < bytes.count {
                let count = Int.random(in: 0...longest, using: &chance)
                sealed += stream.apply(to: Array(bytes[sealed.count..<min(sealed.count + count, bytes.count)]))
            }
            #expect(try file.open(sealed) == bytes, "\(longest)")
        }
    }

    @Test(arguments: [0, 1, 16, 69_999]) func fileSealedInPiecesOpensInOtherPieces(count: Int) throws {
        let plain = Array(bytes.prefix(count))
        var sealer = FileEncryptor()
        let ciphertext = pieces(of: plain, 1_000).flatMap { sealer.seal($0) }
        let file = try EncryptedFile(json: sealer.finish().json(address: "mxc://x/y"))
        var opener = try FileDecryptor(file)
        #expect(pieces(of: ciphertext, 777).flatMap { opener.open($0) } == plain)
        try opener.finish()
        #expect(try file.open(ciphertext) == plain)
    }

    @Test func incompleteOrChangedFileFailsToFinish() throws {
        var sealer = FileEncryptor()
        let ciphertext = sealer.seal(bytes)
        let file = sealer.finish()
        for wrong in [Array(ciphertext.dropLast()), ciphertext + [0], [ciphertext[0] ^ 1] + ciphertext.dropFirst()] {
            var opener = try FileDecryptor(file)
            for piece in pieces(of: wrong, 4_096) { _ = opener.open(piece) }
            #expect(throws: CryptoError.wrongHash) { try opener.finish() }
        }
    }

    private func pieces(of bytes: [UInt8], _ length: Int) -> [[UInt8]] {
        stride(from: 0, to: bytes.count, by: length).map { Array(bytes[$0..<min($0 + length, bytes.count)]) }
    }
}
