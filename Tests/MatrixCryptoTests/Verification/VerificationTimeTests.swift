import MatrixAPI
import Testing

@testable import MatrixCrypto

@Suite(.timeLimit(.minutes(5))) struct VerificationTimeTests {
    private let now = VerificationPair.now
    private let minute: Int64 = 60_000

    private func request(_ pair: VerificationPair, time: Int64) throws -> VerificationRequest {
        try VerificationRequest(
            sender: "@ana:x",
            content: VerificationRequest.roomContent(from: pair.anas.address, to: "@bo:x", body: "tea?"),
            eventID: "$ask", time: time, to: "@bo:x")
    }

    @Test func requestIsShownForTwoMinutes() throws {
        var pair = try VerificationPair()
        #expect(pair.bo.deadline == now + 2 * minute)
        #expect(pair.bo.passTime(to: now + 2 * minute - 1).isEmpty && !pair.bo.state.isOver)
        // Another device may still answer, so no cancellation is sent.
        #expect(pair.bo.passTime(to: now + 2 * minute).isEmpty)
        #expect(pair.bo.state == .cancelled(.timeout, isOurs: true))
        #expect(pair.ana.deadline == now + 10 * minute)
        #expect(pair.ana.passTime(to: now + 10 * minute).map { $0.content["code"] } == ["m.timeout"])
        #expect(pair.ana.state == .cancelled(.timeout, isOurs: true))
    }

    @Test func oldRequestIsShownForTheRestOfTenMinutes() throws {
        let pair = try VerificationPair()
        let machine = try VerificationMachine(
            request(pair, time: now - 9 * minute), own: pair.bos.verifying, other: pair.anas.person, at: now)
        #expect(machine.deadline == now + minute)
        // A sender's clock that is ahead doesn't extend the timeout.
        let ahead = try VerificationMachine(
            request(pair, time: now + 5 * minute), own: pair.bos.verifying, other: pair.anas.person, at: now)
        #expect(ahead.end == now + 10 * minute)
        for time in [now - 10 * minute, now + 5 * minute + 1, Int64.min, .max] {
            #expect(throws: CryptoError.untimely) {
                try VerificationMachine(
                    request(pair, time: time), own: pair.bos.verifying, other: pair.anas.person, at: now)
            }
        }
    }

    /// Some clients wait for the requesting side to begin.
    @Test func requestingSideStartsAfterADelay() throws {
        var pair = try VerificationPair()
        pair.decide(.accept, byAna: false)
        try pair.deliver(byAna: false)
        #expect(pair.ana.state == .ready && pair.ana.deadline == now + 2_000)
        #expect(pair.ana.passTime(to: now + 1_999).isEmpty)
        #expect(pair.ana.passTime(to: now + 2_000).map(\.type) == [.start])
        #expect(pair.ana.state == .exchangingKeys && pair.ana.deadline == now + 10 * minute)
        // A verification that is over is not started.
        pair = try VerificationPair()
        let ready = try #require(pair.bo.decide(.accept, at: now).first)
        let late = now + 10 * minute - 1
        _ = pair.ana.receive(try VerificationPair.event(ready, by: "@bo:x"), at: late)
        #expect(pair.ana.deadline == now + 10 * minute)
        #expect(pair.ana.passTime(to: now + 10 * minute).map { $0.content["code"] } == ["m.timeout"])
    }

    @Test func startedVerificationEndsTenMinutesAfterTheRequest() throws {
        var pair = try VerificationPair()
        try pair.reachComparing()
        #expect(pair.bo.deadline == now + 10 * minute && pair.ana.deadline == now + 10 * minute)
        #expect(pair.bo.decide(.match, at: now + 10 * minute).map { $0.content["code"] } == ["m.timeout"])
        #expect(pair.bo.state == .cancelled(.timeout, isOurs: true))
        let cancel = VerificationMessage.cancel(pair.ana.transaction, .timeout, devices: nil)
        _ = pair.ana.receive(try VerificationPair.event(cancel, by: "@bo:x"), at: now + 10 * minute - 1)
        #expect(pair.ana.state == .cancelled(.timeout, isOurs: false))
        // A state that is over stays as it is.
        #expect(pair.ana.passTime(to: .max).isEmpty)
    }

    @Test func malformedRequestsGetSpecificErrors() throws {
        let pair = try VerificationPair()
        let room = VerificationRequest.roomContent(from: pair.anas.address, to: "@bo:x", body: "tea?")
        for name in ["msgtype", "to", "from_device", "methods"] {
            var content = room
            content[name] = nil
            #expect(throws: CryptoError.missingMember(name)) {
                try VerificationRequest(sender: "@ana:x", content: content, eventID: "$a", time: now, to: "@bo:x")
            }
        }
        #expect(throws: CryptoError.otherRecipient) {
            try VerificationRequest(sender: "@ana:x", content: room, eventID: "$a", time: now, to: "@kim:x")
        }
        var direct = VerificationRequest.deviceContent(from: pair.anas.address, at: now)
        direct["transaction_id"] = "t"
        for name in ["transaction_id", "timestamp", "from_device", "methods"] {
            var content = direct
            content[name] = nil
            #expect(throws: CryptoError.missingMember(name)) {
                try VerificationRequest(sender: "@ana:x", content: content)
            }
        }
        #expect(throws: CryptoError.otherPerson) {
            try VerificationMachine(
                VerificationRequest(sender: "@kim:x", content: direct), own: pair.bos.verifying,
                other: pair.anas.person, at: now)
        }
    }
}
