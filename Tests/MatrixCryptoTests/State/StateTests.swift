import Testing

@testable import MatrixCrypto

@Suite(.timeLimit(.minutes(5))) struct StateTests {
    private static func account() -> OlmAccount {
        var account = OlmAccount()
        account.makeOneTimeKeys(3)
        account.makeFallbackKey()
        account.markAsPublished(Set(account.unpublishedOneTimeKeys.keys.prefix(2)))
        account.makeFallbackKey()
        return account
    }

    /// Returns sessions whose last message was sent or received, with chains and keys of skipped messages.
    private static func sessions() throws -> [OlmSession] {
        var pair = try OlmPair()
        let fresh = pair.ana
        for _ in 0..<3 { _ = try pair.ana.say("lost") }
        _ = try pair.bo.hear(pair.ana.say("read"))
        _ = try pair.ana.hear(pair.bo.say("answer"))
        return [fresh, pair.ana, pair.bo]
    }

    @Test func accountSurvivesSerialization() throws {
        let account = Self.account()
        var restored = try OlmAccount(state: account.state)
        #expect(restored.state == account.state)
        #expect(restored.unpublishedOneTimeKeys == account.unpublishedOneTimeKeys)
        #expect(restored.previousFallbackKey?.keyID == account.previousFallbackKey?.keyID)
        restored.makeOneTimeKeys(1)
        #expect(Set(restored.oneTimeKeys.map(\.keyID)).count == 4)
    }

    @Test func olmSessionsContinueAfterSerialization() throws {
        for session in try Self.sessions() { #expect(try OlmSession(state: session.state).state == session.state) }
        var pair = try OlmPair()
        let overtaken = try pair.ana.say("overtaken")
        _ = try pair.bo.hear(pair.ana.say("read"))
        pair.ana = try OlmSession(state: pair.ana.state)
        pair.bo = try OlmSession(state: pair.bo.state)
        #expect(try pair.bo.hear(overtaken) == "overtaken")
        #expect(try pair.ana.hear(pair.bo.say("answer")) == "answer")
        #expect(try pair.bo.hear(pair.ana.say("next")) == "next")
    }

    @Test func roomSessionsContinueAfterSerialization() throws {
        var ana = MegolmOutboundSession()
        var bo = MegolmInboundSession(try MegolmSessionKey(shared: ana.sharedKey))
        let first = try ana.encrypt([1])
        ana = try MegolmOutboundSession(state: ana.state)
        bo = try MegolmInboundSession(state: bo.state)
        let second = try ana.encrypt([2])
        #expect(second.index == 1 && ana.sessionID == bo.sessionID)
        #expect(try bo.decrypt(second) == [2])
        #expect(try bo.decrypt(first) == [1])
    }

    private static func all() throws -> [(state: SecretBytes, read: (SecretBytes) throws -> SecretBytes)] {
        let outbound = MegolmOutboundSession()
        let inbound = MegolmInboundSession(try MegolmSessionKey(shared: outbound.sharedKey))
        return try sessions().map { ($0.state, { try OlmSession(state: $0).state }) } + [
            (account().state, { try OlmAccount(state: $0).state }),
            (OwnCrossSigning(userID: "@ana:x").state, { try OwnCrossSigning(state: $0, userID: "@ana:x").state }),
            (outbound.state, { try MegolmOutboundSession(state: $0).state }),
            (inbound.state, { try MegolmInboundSession(state: $0).state }),
        ]
    }

    @Test func truncatedOrExtendedStateIsRefused() throws {
        for (state, read) in try Self.all() {
            for count in 0..<state.count {
                #expect(throws: CryptoError.self) { try read(state[0..<count]) }
            }
            #expect(throws: CryptoError.truncated) { try read(SecretBytes([])) }
            #expect(throws: CryptoError.truncated) { try read(state[0..<state.count - 1]) }
            #expect(throws: CryptoError.trailingBytes) { try read(SecretBytes(state.revealed + [0])) }
        }
    }

    @Test func aStateOfAnotherKindIsRefused() throws {
        let states = try Self.all()
        for (place, (_, read)) in states.enumerated() {
            for other in states[(place + 1)...] where other.state.revealed[0] != states[place].state.revealed[0] {
                #expect(throws: CryptoError.unknownStateKind(other.state.revealed[0])) { try read(other.state) }
            }
        }
    }

    /// A state that was read is written as the same bytes. No state has two encodings.
    @Test func changedStateIsRefusedOrRoundTrips() throws {
        for (state, read) in try Self.all() {
            for place in 0..<state.count {
                var bytes = state.revealed
                bytes[place] ^= 0x80
                let changed = SecretBytes(bytes)
                guard let written = try? read(changed) else { continue }
                #expect(written == changed, "byte \(place)")
            }
        }
    }

    @Test func listLongerThanItsBytesIsRefusedBeforeAllocation() throws {
        var writer = StateWriter(.olmAccount)
        writer.append(UInt32(100))
        writer.append([1, 2, 3])
        var reader = try StateReader(writer.finish(), .olmAccount)
        let list = { (reader: inout StateReader, most: Int) throws(CryptoError) in
            try reader.readList(atMost: most, length: 1) { reader throws(CryptoError) in
                try reader.readNumber(UInt8.self)
            }
        }
        var other = reader
        #expect(throws: CryptoError.truncated) { try list(&reader, 100) }
        #expect(throws: CryptoError.malformedState) { try list(&other, 99) }
    }

    @Test func flagOtherThanZeroOrOneIsRefused() throws {
        var reader = try StateReader(SecretBytes([1, 2]), .olmAccount)
        #expect(throws: CryptoError.malformedState) { try reader.readFlag() }
    }
}
