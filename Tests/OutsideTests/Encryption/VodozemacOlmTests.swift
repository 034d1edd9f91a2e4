import MatrixAPI
import MatrixCrypto
import TestSeeds
import TestSupport
import TestTraits
import Testing

/// Tests Olm conversations between Confab's and vodozemac's devices.
@Suite(.outside, .timeLimit(.minutes(10))) struct VodozemacOlmTests {
    private static let conversations = 10_000
    private static let atOnce = 500
    private static let steps = 12

    @Test(arguments: Seeds.ofThisRun(2)) func randomOlmConversationsAreReadByBoth(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        let peer = try await VodozemacPeer()
        var account = OlmAccount()
        var counts = VodozemacConversation.Counts()
        for batch in 0..<Self.conversations / 2 / Self.atOnce {
            var conversations = try await begin(batch, &account, peer, &random)
            for _ in 0..<Self.steps { try await step(&conversations, &account, peer) }
            _ = try await peer.ask(conversations.map { ["do": "forget", "session": .string($0.name)] })
            for conversation in conversations {
                counts.read += conversation.counts.read
                counts.doubled += conversation.counts.doubled
                counts.lost += conversation.counts.lost
                counts.overtaken += conversation.counts.overtaken
            }
        }
        #expect(counts.read > Self.conversations)
        for count in [counts.doubled, counts.lost, counts.overtaken] { #expect(count > Self.conversations / 10) }
    }

    /// Begins conversations, half of them from this side.
    private func begin(
        _ batch: Int, _ account: inout OlmAccount, _ peer: VodozemacPeer, _ random: inout SeededGenerator
    ) async throws -> [VodozemacConversation] {
        let half = Self.atOnce / 2
        let theirs = try await peer.ask("make_one_time_keys", ["count": .integer(Int64(half))])["keys"]?.array ?? []
        let peerKey = try Curve25519PublicKey(base64: peer.identityKey)
        var conversations: [VodozemacConversation] = []
        for key in theirs.compactMap(\.string) {
            let session = try account.beginSession(with: peerKey, oneTimeKey: Curve25519PublicKey(base64: key))
            conversations.append(
                VodozemacConversation(name: "\(batch).\(conversations.count)", session: session, seed: random.next()))
        }
        account.makeOneTimeKeys(half)
        let ours = account.unpublishedOneTimeKeys
        account.markAsPublished(Set(ours.keys))
        var commands: [JSONValue] = []
        for key in ours.values {
            let name = "\(batch).\(conversations.count)"
            conversations.append(VodozemacConversation(name: name, session: nil, seed: random.next()))
            commands.append([
                "do": "begin", "session": .string(name), "identity": .string(account.identityKey.publicKey.base64),
                "key": .string(key.base64),
            ])
        }
        let answers = try await peer.ask(commands)
        #expect(conversations.count == Self.atOnce && answers.allSatisfy { $0["id"] != nil })
        return conversations
    }

    private func step(
        _ conversations: inout [VodozemacConversation], _ account: inout OlmAccount, _ peer: VodozemacPeer
    ) async throws {
        var commands: [JSONValue] = []
        var places: [Int] = []
        for place in conversations.indices {
            guard let command = try conversations[place].step(&account, peer: peer) else { continue }
            commands.append(command)
            places.append(place)
        }
        for (place, answer) in zip(places, try await peer.ask(commands)) { conversations[place].take(answer) }
    }

    @Test func signaturesVerifyInBothDirections() async throws {
        let peer = try await VodozemacPeer()
        let key = Ed25519SecretKey()
        let text = #"{"one":1}"#
        let theirs = try await peer.ask("sign", ["text": .string(text)])["signature"]?.string ?? ""
        try Ed25519PublicKey(base64: peer.signingKey).check(Ed25519Signature(base64: theirs), of: Array(text.utf8))
        let ours: JSONValue = [
            "key": .string(key.publicKey.base64), "text": .string(text),
            "signature": .string(key.sign(Array(text.utf8)).base64),
        ]
        try await peer.ask("check", ours)
        var changed = ours
        changed["text"] = "{}"
        #expect(try await peer.refuses("check", changed))
    }
}
