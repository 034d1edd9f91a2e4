import Testing

@testable import MatrixServer

@Suite(.timeLimit(.minutes(5))) struct PasswordTurnsTests {
    @Test func addressWithManyAttemptsWaitsBehindOthers() {
        var turns = FairPasswordQueue<String>()
        for number in 0..<100 { turns.append("attack \(number)", attempt("203.0.113.1", "ana")) }
        turns.append("ana", attempt("203.0.113.2", "ana"))
        turns.append("bo", attempt("203.0.113.1", "bo"))
        let first = (0..<4).compactMap { _ in turns.next() }
        #expect(first == ["attack 0", "ana", "bo", "attack 1"])
        #expect((0..<98).compactMap { _ in turns.next() }.last == "attack 99")
        #expect(turns.next() == nil)
    }

    @Test func knownAndUnknownAddressesAlternate() {
        var turns = FairPasswordQueue<String>()
        for number in 0..<3 { turns.append("other \(number)", attempt("203.0.113.\(number)", "ana")) }
        for number in 0..<3 { turns.append("known \(number)", attempt("203.0.113.9", "bo", .knownAddress)) }
        let order = (0..<6).compactMap { _ in turns.next() }
        #expect(order == ["known 0", "other 0", "known 1", "other 1", "known 2", "other 2"])
    }

    private func attempt(_ address: String, _ account: String, _ standing: LoginAttempt.Evidence = .stranger)
        -> LoginAttempt
    {
        LoginAttempt(peer: Peer(address) ?? .unknown, account: account, standing: standing)
    }
}
