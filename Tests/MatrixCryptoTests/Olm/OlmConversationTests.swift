import TestSeeds
import Testing

@testable import MatrixCrypto

/// Tests random conversations in which messages are lost, duplicated and reordered.
@Suite(.timeLimit(.minutes(5))) struct OlmConversationTests {
    private static let conversations = 10_000
    /// The number of conversations that share a beginning, because creating sessions is expensive and not the
    /// subject here.
    private static let branches = 20

    @Test(arguments: Seeds.ofThisRun(2)) func receivedMessagesAreDecryptedOnce(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let ana = OlmAccount()
        var bo = OlmAccount()
        var counts = Counts()
        for number in 0..<Self.conversations / 2 / Self.branches {
            bo.makeOneTimeKeys(1)
            let pair = try OlmPair(from: ana, to: &bo)
            for branch in 0..<Self.branches {
                var conversation = Conversation(pair: pair, random: random)
                try conversation.run(steps: 8, counts: &counts, name: "\(number).\(branch) of seed \(seed)")
                random = conversation.random
            }
        }
        // Otherwise the conversations would not cover these cases.
        #expect(counts.read > Self.conversations)
        for count in [counts.doubled, counts.lost, counts.overtaken] { #expect(count > Self.conversations / 10) }
    }

    struct Counts {
        var read = 0
        var doubled = 0
        var lost = 0
        var overtaken = 0
    }

    /// A message that is under way, or was delivered already.
    private struct Letter {
        let envelope: OlmEnvelope
        let text: String
        let isToBo: Bool
        var wasRead = false
    }

    private struct Conversation {
        var pair: OlmPair
        var random: SeededGenerator
        private var letters: [Letter] = []
        private var count = 0

        init(pair: OlmPair, random: SeededGenerator) {
            self.pair = pair
            self.random = random
        }

        mutating func run(steps: Int, counts: inout Counts, name: String) throws {
            for _ in 0..<steps {
                if letters.isEmpty || random.chance(in: 2) { try say() } else { try hear(&counts, name) }
            }
            // All messages under way are delivered in the end, in any order.
            while !letters.isEmpty { try hear(&counts, name) }
        }

        private mutating func say() throws {
            count += 1
            let isToBo = random.chance(in: 2)
            let envelope = isToBo ? try pair.ana.say("\(count)") : try pair.bo.say("\(count)")
            letters.append(Letter(envelope: envelope, text: "\(count)", isToBo: isToBo))
        }

        private mutating func hear(_ counts: inout Counts, _ name: String) throws {
            let place = Int.random(in: letters.indices, using: &random)
            var letter = letters[place]
            if random.chance(in: 6) {
                counts.lost += letter.wasRead ? 0 : 1
                letters.remove(at: place)
                return
            }
            if letter.wasRead {
                counts.doubled += 1
                #expect(throws: CryptoError.messageKeyGone, "\(name)") { try read(letter) }
            } else {
                counts.overtaken += letters[..<place].contains { $0.isToBo == letter.isToBo && !$0.wasRead } ? 1 : 0
                counts.read += 1
                #expect(try read(letter) == letter.text, "\(name)")
            }
            letter.wasRead = true
            letters[place] = letter
            if !random.chance(in: 3) { letters.remove(at: place) }
        }

        private mutating func read(_ letter: Letter) throws -> String {
            letter.isToBo ? try pair.bo.hear(letter.envelope) : try pair.ana.hear(letter.envelope)
        }
    }
}
