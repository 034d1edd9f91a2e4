import Testing

@testable import MatrixCrypto

@Suite(.timeLimit(.minutes(5))) struct OlmSessionTests {
    @Test func bothSidesReadEachOthersMessages() throws {
        var pair = try OlmPair()
        #expect(pair.ana.sessionID == pair.bo.sessionID)
        #expect(!pair.ana.isEstablished && pair.bo.isEstablished)
        for round in 0..<5 {
            #expect(try pair.bo.hear(pair.ana.say("tea? \(round)")) == "tea? \(round)")
            #expect(try pair.ana.hear(pair.bo.say("yes \(round)")) == "yes \(round)")
        }
    }

    @Test func prekeyMessagesAreSentUntilAReplyArrives() throws {
        var pair = try OlmPair()
        #expect(try pair.ana.say("one").type == 0)
        #expect(try pair.ana.say("two").type == 0)
        let answer = try pair.bo.say("yes")
        #expect(answer.type == 1)
        _ = try pair.ana.hear(answer)
        #expect(try pair.ana.say("three").type == 1)
    }

    @Test func messagesAreDecryptedOnceInAnyOrder() throws {
        var pair = try OlmPair()
        let said = try (0..<6).map { try pair.ana.say("line \($0)") }
        for place in [3, 0, 5, 1, 4, 2] {
            #expect(try pair.bo.hear(said[place]) == "line \(place)")
            #expect(throws: CryptoError.messageKeyGone) { try pair.bo.hear(said[place]) }
        }
    }

    @Test func messageOvertakenByAReplyIsStillDecrypted() throws {
        var pair = try OlmPair()
        let late = try pair.ana.say("late")
        for _ in 0..<3 {
            _ = try pair.bo.hear(pair.ana.say("a"))
            _ = try pair.ana.hear(pair.bo.say("b"))
        }
        #expect(try pair.bo.hear(late) == "late")
    }

    @Test func receivingChainsAreKeptUpToTheLimit() throws {
        var pair = try OlmPair()
        var late: [OlmEnvelope] = []
        for _ in 0...OlmSession.maxChains {
            _ = try pair.ana.hear(pair.bo.say("b"))
            late.append(try pair.ana.say("late"))
            _ = try pair.bo.hear(pair.ana.say("a"))
        }
        #expect(pair.bo.chains.count == OlmSession.maxChains)
        #expect(throws: CryptoError.unknownRatchetKey) { try pair.bo.hear(late[0]) }
        for message in late.dropFirst() { #expect(try pair.bo.hear(message) == "late") }
    }

    @Test func failedDecryptionChangesNoState() throws {
        var pair = try OlmPair()
        _ = try pair.ana.hear(pair.bo.say("b"))
        let message = try pair.ana.say("whole")
        guard case .normal(let normal) = message else { throw CryptoError.otherSession }
        let before = pair.bo.state
        for place in normal.bytes.indices {
            var bytes = normal.bytes
            bytes[place] ^= 0x40
            guard let changed = try? OlmMessage(bytes: bytes) else { continue }
            #expect(throws: CryptoError.self) { try pair.bo.hear(.normal(changed)) }
            #expect(pair.bo.state == before)
        }
        #expect(try pair.bo.hear(message) == "whole")
    }

    @Test func changedMessageHasAWrongMAC() throws {
        var pair = try OlmPair()
        guard case .prekey(let prekey) = try pair.ana.say("whole") else { throw CryptoError.otherSession }
        for place in [0, 7] {
            var bytes = prekey.message.bytes
            bytes[bytes.count - 1 - place] ^= 1
            let changed = OlmPrekeyMessage(keys: prekey.keys, message: try OlmMessage(bytes: bytes))
            #expect(throws: CryptoError.wrongCode) { try pair.bo.hear(.prekey(changed)) }
        }
    }

    @Test func aMessageOfAnotherSessionIsRefused() throws {
        var (first, second) = (try OlmPair(), try OlmPair())
        let stranger = try second.ana.say("hello")
        #expect(throws: CryptoError.otherSession) { try first.bo.hear(stranger) }
        _ = try second.ana.hear(second.bo.say("b"))
        let normal = try second.ana.say("hello")
        #expect(throws: CryptoError.unknownRatchetKey) { try first.bo.hear(normal) }
    }

    @Test func aRatchetKeyOfLowOrderIsRefused() throws {
        var pair = try OlmPair()
        let zero = try Curve25519PublicKey(bytes: Array(repeating: 0, count: 32))
        let message = OlmMessage(
            sealing: [1], with: MessageKey(secret: .counting, index: 0), ratchetKey: zero)
        #expect(throws: CryptoError.lowOrderKey) { try pair.ana.hear(.normal(message)) }
    }

    @Test func gapsUpToTheLimitAreDecryptedAndLargerOnesRefused() throws {
        var pair = try OlmPair()
        // Bo has read the first message.
        for _ in 0..<ReceivingChain.longestGap { _ = try pair.ana.say("lost") }
        let last = try pair.ana.say("last")
        let beyond = try pair.ana.say("beyond")
        let gap = ReceivingChain.longestGap + 1
        #expect(throws: CryptoError.tooManyMissing(gap)) { try pair.bo.hear(beyond) }
        #expect(try pair.bo.hear(last) == "last")
        #expect(try pair.bo.hear(beyond) == "beyond")
    }

    @Test func skippedMessageKeysAreKeptUpToTheLimit() throws {
        var pair = try OlmPair()
        let said = try (0...ReceivingChain.maxSkipped + 1).map { try pair.ana.say("line \($0)") }
        _ = try pair.bo.hear(said[said.count - 1])
        #expect(pair.bo.chains[0].skipped.count == ReceivingChain.maxSkipped)
        #expect(throws: CryptoError.messageKeyGone) { try pair.bo.hear(said[0]) }
        for place in 1..<said.count - 1 { #expect(try pair.bo.hear(said[place]) == "line \(place)") }
        #expect(pair.bo.chains[0].skipped.isEmpty)
    }

    @Test func chainKeyStopsAtTheLastIndex() throws {
        var chain = ChainKey(secret: .counting, index: .max)
        #expect(throws: CryptoError.exhausted) { try chain.nextMessageKey() }
        #expect(chain == ChainKey(secret: .counting, index: .max))
    }
}
