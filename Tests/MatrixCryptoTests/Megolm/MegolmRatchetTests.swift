import TestSeeds
import Testing

@testable import MatrixCrypto

@Suite(.timeLimit(.minutes(5))) struct MegolmRatchetTests {
    /// A reference implementation that derives the four parts for each message, as the specification defines them.
    private struct Definition {
        private var parts: [[UInt8]]
        private var index: UInt32

        init(_ secret: SecretBytes, at index: UInt32) {
            let bytes = secret.revealed
            parts = (0..<4).map { Array(bytes[$0 * 32..<$0 * 32 + 32]) }
            self.index = index
        }

        mutating func advance() {
            index += 1
            let changed = index % (1 << 24) == 0 ? 0 : index % (1 << 16) == 0 ? 1 : index % (1 << 8) == 0 ? 2 : 3
            let source = SecretBytes(parts[changed])
            for part in changed..<4 { parts[part] = source.code(of: [UInt8(part)]).revealed }
        }

        var secret: [UInt8] { Array(parts.joined()) }
    }

    @Test(arguments: [0, 250, 65_530, 16_777_210, UInt32.max - 600]) func eachRatchetStepMatchesTheDefinition(
        start: UInt32
    ) throws {
        var ratchet = MegolmRatchet(secret: SecretBytes(random: 128), index: start)
        var definition = Definition(ratchet.secret, at: start)
        for _ in 0..<600 {
            try ratchet.advance()
            definition.advance()
            #expect(ratchet.secret.revealed == definition.secret)
        }
    }

    @Test func largeAdvanceEqualsSmallSteps() {
        var random = SeededGenerator(seed: Seeds.ofThisRun())
        let start = MegolmRatchet(secret: SecretBytes(random: 128), index: 0)
        for _ in 0..<200 {
            let places = (0..<4).map { _ in
                UInt32.random(in: 0 ... .max >> UInt32.random(in: 0...31, using: &random), using: &random)
            }
            var far = start
            far.advance(to: places.max() ?? 0)
            var near = start
            for place in places.sorted() { near.advance(to: place) }
            #expect(near == far && far.index == places.max())
        }
    }

    @Test func ratchetStopsAtTheLastIndex() throws {
        var ratchet = MegolmRatchet(secret: SecretBytes(random: 128), index: .max)
        let before = ratchet
        #expect(throws: CryptoError.exhausted) { try ratchet.advance() }
        #expect(ratchet == before)
    }
}
