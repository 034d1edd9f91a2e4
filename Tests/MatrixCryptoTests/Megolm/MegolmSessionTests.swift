import Testing

@testable import MatrixCrypto

@Suite(.timeLimit(.minutes(5))) struct MegolmSessionTests {
    private func inbound(_ session: MegolmOutboundSession) throws -> MegolmInboundSession {
        MegolmInboundSession(try MegolmSessionKey(shared: session.sharedKey))
    }

    private func text(_ session: inout MegolmInboundSession, _ message: MegolmMessage) throws -> String {
        String(decoding: try session.decrypt(MegolmMessage(base64: message.base64)), as: UTF8.self)
    }

    @Test func recipientReadsEachMessageRepeatedlyInAnyOrder() throws {
        var ana = MegolmOutboundSession()
        var bo = try inbound(ana)
        #expect(bo.sessionID == ana.sessionID)
        let said = try (0..<300).map { try ana.encrypt(Array("line \($0)".utf8)) }
        #expect(said.map(\.index) == Array(0..<300) && ana.index == 300)
        for place in [299, 0, 150, 0, 255, 256, 299] { #expect(try text(&bo, said[place]) == "line \(place)") }
    }

    @Test func laterRecipientReadsOnlyNewerMessages() throws {
        var ana = MegolmOutboundSession()
        let before = try ana.encrypt([1])
        var bo = try inbound(ana)
        let after = try ana.encrypt([2])
        #expect(throws: CryptoError.indexTooLow(first: 1)) { try bo.decrypt(before) }
        #expect(try bo.decrypt(after) == [2])
    }

    @Test func exportedKeyReadsFromItsIndexOn() throws {
        var ana = MegolmOutboundSession()
        var bo = try inbound(ana)
        let said = try (0..<4).map { try ana.encrypt([UInt8($0)]) }
        var kim = MegolmInboundSession(try MegolmSessionKey(exported: bo.key(at: 2).exported))
        #expect(kim.firstIndex == 2 && kim.sessionID == ana.sessionID)
        #expect(try kim.decrypt(said[3]) == [3])
        #expect(throws: CryptoError.indexTooLow(first: 2)) { try kim.decrypt(said[1]) }
        #expect(throws: CryptoError.indexTooLow(first: 2)) { try kim.key(at: 1) }
        #expect(try bo.decrypt(said[0]) == [0])
    }

    @Test func keyWithALowerIndexExtendsTheSession() throws {
        var ana = MegolmOutboundSession()
        let whole = try inbound(ana)
        let said = try (0..<4).map { try ana.encrypt([UInt8($0)]) }
        var bo = MegolmInboundSession(try whole.key(at: 3))
        #expect(try bo.extend(by: whole.key(at: 1)))
        #expect(try bo.decrypt(said[1]) == [1])
        #expect(try !bo.extend(by: whole.key(at: 2)))
        #expect(bo.firstIndex == 1)
    }

    @Test func forgedKeyOfTheSameSessionIsRefused() throws {
        let ana = MegolmOutboundSession()
        var bo = try inbound(ana)
        bo.forget(before: 5)
        let before = bo.state
        for index in [UInt32(0), 5, 9] {
            let forged = MegolmSessionKey(
                ratchet: MegolmRatchet(secret: SecretBytes(random: 128), index: index), signingKey: bo.signingKey)
            #expect(throws: CryptoError.sessionsDiffer) { try bo.extend(by: forged) }
        }
        #expect(throws: CryptoError.sessionsDiffer) {
            try bo.extend(by: MegolmSessionKey(shared: MegolmOutboundSession().sharedKey))
        }
        #expect(bo.state == before)
    }

    @Test func forgottenMessagesCannotBeDecrypted() throws {
        var ana = MegolmOutboundSession()
        var bo = try inbound(ana)
        let said = try (0..<3).map { try ana.encrypt([UInt8($0)]) }
        bo.forget(before: 2)
        bo.forget(before: 1)
        #expect(throws: CryptoError.indexTooLow(first: 2)) { try bo.decrypt(said[1]) }
        #expect(try bo.decrypt(said[2]) == [2])
    }

    @Test func foreignOrChangedMessageIsRefused() throws {
        var (ana, eve) = (MegolmOutboundSession(), MegolmOutboundSession())
        var bo = try inbound(ana)
        #expect(throws: CryptoError.wrongSignature) { try bo.decrypt(eve.encrypt([1])) }
        let message = try ana.encrypt([1])
        for place in message.bytes.indices {
            var bytes = message.bytes
            bytes[place] ^= 1
            guard let changed = try? MegolmMessage(bytes: bytes) else { continue }
            #expect(throws: CryptoError.wrongSignature) { try bo.decrypt(changed) }
        }
        #expect(try bo.decrypt(message) == [1])
    }

    /// A member with the session's key can decrypt, but can't forge messages. The signature is checked even if the
    /// MAC is valid.
    @Test func memberCannotForgeAnothersMessage() throws {
        let ana = MegolmOutboundSession()
        var bo = try inbound(ana)
        let forged = MegolmMessage(sealing: [1], with: bo.first, signedBy: Ed25519SecretKey())
        #expect(throws: CryptoError.wrongSignature) { try bo.decrypt(forged) }
    }

    @Test func signedMessageOfAnotherRatchetHasAWrongMAC() throws {
        let ana = MegolmOutboundSession()
        var bo = try inbound(ana)
        let other = MegolmRatchet(secret: SecretBytes(random: 128), index: 0)
        let message = MegolmMessage(sealing: [1], with: other, signedBy: ana.signingKey)
        #expect(throws: CryptoError.wrongCode) { try bo.decrypt(message) }
    }

    @Test func exhaustedSessionRefusesToEncrypt() throws {
        let ratchet = MegolmRatchet(secret: SecretBytes(random: 128), index: .max - 1)
        var ana = MegolmOutboundSession(signingKey: Ed25519SecretKey(), ratchet: ratchet)
        #expect(try ana.encrypt([1]).index == .max - 1)
        #expect(throws: CryptoError.exhausted) { try ana.encrypt([2]) }
    }

    @Test func replayedMessageIsDetected() throws {
        var replays = MegolmReplays()
        try replays.record("$first", sessionID: "s", index: 1)
        try replays.record("$first", sessionID: "s", index: 1)
        try replays.record("$second", sessionID: "s", index: 2)
        try replays.record("$third", sessionID: "t", index: 1)
        #expect(throws: CryptoError.replayed(eventID: "$first")) {
            try replays.record("$fourth", sessionID: "s", index: 1)
        }
        // Swift considers the two identifiers equal.
        try replays.record("$\u{e9}", sessionID: "s", index: 3)
        #expect(throws: CryptoError.replayed(eventID: "$\u{e9}")) {
            try replays.record("$e\u{301}", sessionID: "s", index: 3)
        }
    }
}
