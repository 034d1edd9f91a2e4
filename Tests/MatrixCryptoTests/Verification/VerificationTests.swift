import MatrixAPI
import Testing

@testable import MatrixCrypto

@Suite(.timeLimit(.minutes(5))) struct VerificationTests {
    @Test(arguments: [true, false]) func verificationSucceedsWhenBothConfirmTheSameCode(isInRoom: Bool) throws {
        var pair = try VerificationPair(isInRoom: isInRoom)
        #expect(pair.ana.state == .waitingForAnswer)
        #expect(pair.bo.state == .asked(by: pair.anas.address, isPossible: true))
        try pair.reachComparing()
        let compared = pair.compared
        #expect(compared.count == 2 && compared.first == compared.last)
        #expect(compared.first?.emoji?.count == 7 && compared.first?.decimals?.count == 3)
        pair.decide(.match, byAna: true)
        try pair.settle()
        #expect(pair.ana.state == .waitingForOther && pair.compared.count == 1)
        pair.decide(.match, byAna: false)
        try pair.settle()
        #expect(try pair.ana.state == .done(pair.bos.verifiedKeys) && pair.bo.state == .done(pair.anas.verifiedKeys))
        #expect(pair.said == [.ready, .start, .accept, .key, .key, .mac, .mac, .done, .done])
    }

    @Test func roomMessagesRelateToTheRequest() throws {
        var pair = try VerificationPair(isInRoom: true)
        pair.decide(.accept, byAna: false)
        let relation: JSONValue = ["rel_type": "m.reference", "event_id": "$ask"]
        #expect(pair.fromBo.count == 2)
        #expect(pair.fromBo.allSatisfy { $0.content["m.relates_to"] == relation && $0.devices == nil })
        #expect(pair.fromBo.allSatisfy { $0.content["transaction_id"] == nil })
        let direct = try VerificationPair(isInRoom: false)
        #expect(direct.ana.transaction.id == direct.bo.transaction.id && !direct.ana.transaction.id.isEmpty)
    }

    @Test func requestingSideMayStartTheVerification() throws {
        var pair = try VerificationPair()
        pair.decide(.accept, byAna: false)
        try pair.deliver(byAna: false)
        #expect(pair.ana.state == .ready)
        // The start by the requested side is lost, and the other side begins.
        pair.fromBo = []
        pair.bo.phase = .ready
        pair.begin(byAna: true)
        try pair.settle()
        #expect(pair.compared.count == 2)
    }

    @Test(arguments: [("@ana:x", "@bo:x"), ("@kim:x", "@bo:x"), ("@bo:x", "@bo:x")])
    func simultaneousStartsAreResolvedByName(users: (String, String)) throws {
        let bos = try Household(users.1, "LAPTOP")
        for deviceID in ["A", "Z"] {
            var pair = try VerificationPair(Household(users.0, deviceID), bos, isInRoom: false)
            pair.decide(.accept, byAna: false)
            try pair.deliver(byAna: false)
            pair.begin(byAna: true)
            try pair.settle()
            #expect(pair.said.filter { $0 == .start }.count == 2 && pair.said.filter { $0 == .accept }.count == 1)
            #expect(pair.compared.count == 2 && pair.compared.first == pair.compared.last)
            for isAna in [true, false] { pair.decide(.match, byAna: isAna) }
            try pair.settle()
            #expect(try pair.ana.state == .done(bos.verifiedKeys))
        }
    }

    @Test func mismatchCancelsForBothSides() throws {
        for isAna in [true, false] {
            var pair = try VerificationPair()
            try pair.reachComparing()
            // An earlier confirmation by the other side is void now.
            pair.decide(.match, byAna: !isAna)
            try pair.settle()
            pair.decide(.mismatch, byAna: isAna)
            try pair.settle()
            let states = [pair.ana.state, pair.bo.state]
            #expect(states[isAna ? 0 : 1] == .cancelled(.mismatchedStrings, isOurs: true))
            #expect(states[isAna ? 1 : 0] == .cancelled(.mismatchedStrings, isOurs: false))
        }
    }

    @Test func requestCanBeDeclined() throws {
        var pair = try VerificationPair()
        pair.decide(.cancel, byAna: false)
        try pair.settle()
        #expect(pair.bo.state == .cancelled(.user, isOurs: true))
        #expect(pair.ana.state == .cancelled(.user, isOurs: false) && pair.said == [.cancel])
    }

    @Test func eitherSideCanCancelAtAnyTime() throws {
        for steps in 0..<9 {
            for isAna in [true, false] {
                var pair = try VerificationPair()
                pair.decide(.accept, byAna: false)
                for _ in 0..<steps {
                    if pair.fromAna.isEmpty, pair.fromBo.isEmpty {
                        for isAna in [true, false] { pair.decide(.match, byAna: isAna) }
                    }
                    try pair.deliver(byAna: !pair.fromAna.isEmpty)
                }
                pair.fromAna = []
                pair.fromBo = []
                guard !pair.ana.state.isOver, !pair.bo.state.isOver else { continue }
                pair.decide(.cancel, byAna: isAna)
                try pair.settle()
                #expect([pair.ana.state, pair.bo.state].contains(.cancelled(.user, isOurs: true)), "\(steps)")
                #expect([pair.ana.state, pair.bo.state].contains(.cancelled(.user, isOurs: false)), "\(steps)")
            }
        }
    }

    @Test func duplicateMessagesAreIgnored() throws {
        var pair = try VerificationPair()
        pair.decide(.accept, byAna: false)
        var rounds = 0
        while !pair.fromAna.isEmpty || !pair.fromBo.isEmpty, rounds < 100 {
            rounds += 1
            if let message = pair.fromAna.first, rounds.isMultiple(of: 2) { pair.fromAna.insert(message, at: 0) }
            if let message = pair.fromBo.first, rounds.isMultiple(of: 2) { pair.fromBo.insert(message, at: 0) }
            if !pair.fromAna.isEmpty { try pair.deliver(byAna: true) }
            if !pair.fromBo.isEmpty { try pair.deliver(byAna: false) }
            if pair.compared.count == 2 { for isAna in [true, false] { pair.decide(.match, byAna: isAna) } }
        }
        #expect(try pair.ana.state == .done(pair.bos.verifiedKeys) && pair.bo.state == .done(pair.anas.verifiedKeys))
    }

    @Test func unavailableChoicesChangeNothing() throws {
        var pair = try VerificationPair()
        for choice in VerificationChoice.allCases where choice != .cancel {
            #expect(pair.ana.decide(choice, at: VerificationPair.now).isEmpty)
        }
        for choice in [VerificationChoice.match, .mismatch] {
            #expect(pair.bo.decide(choice, at: VerificationPair.now).isEmpty)
        }
        #expect(pair.ana.state == .waitingForAnswer)
        try pair.compare()
        for choice in VerificationChoice.allCases {
            #expect(pair.ana.decide(choice, at: VerificationPair.now).isEmpty)
        }
        #expect(try pair.ana.state == .done(pair.bos.verifiedKeys) && pair.ana.state.isOver)
    }

    @Test func verificationMayStartWithoutARequest() throws {
        var pair = try VerificationPair(isInRoom: false)
        pair.ana.phase = .ready
        pair.ana.partner = pair.bos.address
        let start = try #require(pair.ana.begin().first)
        pair.bo = try VerificationMachine(
            VerificationPair.event(start, by: "@ana:x"), own: pair.bos.verifying, other: pair.anas.person,
            at: VerificationPair.now)
        #expect(pair.bo.state == .asked(by: pair.anas.address, isPossible: true))
        try pair.compare()
        #expect(try pair.bo.state == .done(pair.anas.verifiedKeys) && pair.said.first == .accept)
        // Nothing is sent after the codes, and neither side waits for more.
        #expect(pair.bo.passTime(to: .max).isEmpty && pair.said.filter { $0 == .done }.count == 1)
    }

    @Test func cancellationCodesMatchTheSpecification() {
        for text in [
            "user", "timeout", "unknown_transaction", "unknown_method", "unexpected_message", "key_mismatch",
            "user_mismatch", "invalid_message", "accepted", "mismatched_commitment", "mismatched_sas",
        ] {
            let code = VerificationCode("m.\(text)")
            #expect(code.text == "m.\(text)" && code != .other("m.\(text)"))
        }
        #expect(VerificationCode("org.tea") == .other("org.tea") && VerificationCode("org.tea").text == "org.tea")
    }
}
