import MatrixAPI
import Testing

@testable import MatrixCrypto

/// Tests the conditions that end a verification, and the code that the other side gets.
@Suite(.timeLimit(.minutes(5))) struct VerificationRefusalTests {
    private let now = VerificationPair.now

    /// Changes the next message of one type in transit.
    private func ends(
        changing type: VerificationType, with code: VerificationCode, isInRoom: Bool = true,
        _ change: (inout JSONValue) -> Void
    ) throws {
        var pair = try VerificationPair(isInRoom: isInRoom)
        pair.decide(.accept, byAna: false)
        var isChanged = false
        var steps = 0
        while steps < 30, !pair.ana.state.isOver, !pair.bo.state.isOver {
            steps += 1
            if pair.fromAna.isEmpty, pair.fromBo.isEmpty {
                for isAna in [true, false] { pair.decide(.match, byAna: isAna) }
            }
            let isAna = !pair.fromAna.isEmpty
            let next = isAna ? pair.fromAna.first : pair.fromBo.first
            if let next, next.type == type, !isChanged {
                isChanged = true
                var content = next.content
                change(&content)
                let changed = VerificationMessage(type: type, content: content, devices: next.devices)
                if isAna { pair.fromAna[0] = changed } else { pair.fromBo[0] = changed }
            }
            try pair.deliver(byAna: isAna)
        }
        #expect(isChanged)
        try pair.settle()
        let states = [pair.ana.state, pair.bo.state]
        #expect(states.contains(.cancelled(code, isOurs: true)) && states.contains(.cancelled(code, isOurs: false)))
    }

    @Test func unknownMethodsEndTheVerification() throws {
        try ends(changing: .ready, with: .unknownMethod) { $0["methods"] = ["m.qr_code.show.v1"] }
        try ends(changing: .start, with: .unknownMethod) { $0["method"] = "m.reciprocate.v1" }
        for name in [
            "key_agreement_protocols", "hashes", "message_authentication_codes", "short_authentication_string",
        ] {
            try ends(changing: .start, with: .unknownMethod) { $0[name] = ["org.tea"] }
            try ends(changing: .start, with: .invalidMessage) { $0[name] = nil }
        }
        for name in ["key_agreement_protocol", "hash", "message_authentication_code"] {
            try ends(changing: .accept, with: .unknownMethod) { $0[name] = "org.tea" }
            try ends(changing: .accept, with: .invalidMessage) { $0[name] = nil }
        }
        try ends(changing: .accept, with: .unknownMethod) { $0["short_authentication_string"] = [] }
    }

    @Test func incompleteMessagesEndTheVerification() throws {
        try ends(changing: .ready, with: .invalidMessage) { $0["from_device"] = nil }
        try ends(changing: .ready, with: .invalidMessage) { $0["methods"] = "m.sas.v1" }
        try ends(changing: .start, with: .invalidMessage) { $0["from_device"] = nil }
        try ends(changing: .start, with: .invalidMessage) { $0["method"] = nil }
        try ends(changing: .start, with: .invalidMessage) { $0["org.tea"] = .double(0.5) }
        try ends(changing: .accept, with: .invalidMessage) { $0["commitment"] = nil }
        try ends(changing: .key, with: .invalidMessage) { $0["key"] = nil }
        try ends(changing: .key, with: .invalidMessage) { $0["key"] = "AAAA" }
        try ends(changing: .key, with: .invalidMessage) {
            $0["key"] = .string(UnpaddedBase64.encode([UInt8](repeating: 0, count: 32)))
        }
        try ends(changing: .mac, with: .invalidMessage) { $0["mac"] = nil }
        try ends(changing: .mac, with: .invalidMessage) { $0["keys"] = nil }
        try ends(changing: .mac, with: .invalidMessage) { $0["mac"]?["ed25519:PHONE"] = 1 }
    }

    @Test func brokenCommitmentEndsTheVerification() throws {
        try ends(changing: .accept, with: .mismatchedCommitment) {
            $0["commitment"] = .string(UnpaddedBase64.encode([UInt8](repeating: 1, count: 32)))
        }
        // The commitment covers the start in transit as well.
        try ends(changing: .start, with: .mismatchedCommitment) { $0["org.tea"] = 1 }
    }

    @Test func wrongMACsEndTheVerification() throws {
        let wrong = JSONValue.string(UnpaddedBase64.encode([UInt8](repeating: 1, count: 32)))
        for isInRoom in [true, false] {
            try ends(changing: .mac, with: .keyMismatch, isInRoom: isInRoom) { $0["mac"]?["ed25519:PHONE"] = wrong }
            try ends(changing: .mac, with: .keyMismatch, isInRoom: isInRoom) { $0["mac"]?["ed25519:PHONE"] = nil }
            try ends(changing: .mac, with: .keyMismatch, isInRoom: isInRoom) { $0["mac"]?["ed25519:TEA"] = wrong }
            try ends(changing: .mac, with: .keyMismatch, isInRoom: isInRoom) { $0["keys"] = wrong }
        }
    }

    @Test func swappedKeysAreNotVerified() throws {
        let (anas, bos) = (try Household("@ana:x"), try Household("@bo:x", "LAPTOP"))
        let stranger = Ed25519SecretKey().publicKey
        let master = try anas.identity.master.publicKey
        let swapped = [
            try VerifyingPerson(userID: "@ana:x", devices: ["PHONE": stranger], masterKey: master),
            try VerifyingPerson(userID: "@ana:x", devices: ["PHONE": stranger], masterKey: nil),
        ]
        for person in swapped {
            var pair = try VerificationPair(anas, bos, isInRoom: true, known: person)
            try pair.compare()
            #expect(pair.bo.state == .cancelled(.keyMismatch, isOurs: true))
            #expect(pair.ana.state == .cancelled(.keyMismatch, isOurs: false))
        }
        // The claimed master key is not ana's, but her device is.
        let person = try VerifyingPerson(
            userID: "@ana:x", devices: ["PHONE": anas.device.signingKey], masterKey: stranger)
        var pair = try VerificationPair(anas, bos, isInRoom: true, known: person)
        try pair.compare()
        #expect(
            pair.bo.state
                == .done(
                    VerifiedKeys(device: anas.address, signingKey: anas.device.signingKey, masterKey: nil)))
    }

    @Test func messageConfirmingNoKnownKeyEndsTheVerification() throws {
        var pair = try VerificationPair()
        try pair.reachComparing()
        guard case .comparing(let agreed, _, _) = pair.ana.phase else {
            Issue.record("\(pair.ana.state)")
            return
        }
        for keys in [[:], ["ed25519:TEA": "tea"]] {
            var bo = pair.bo
            let told = agreed.codes(of: keys, from: pair.anas.address, to: pair.bos.address)
            let content: JSONValue = [
                "mac": .object(told.codes.mapValues { .string($0) }), "keys": .string(told.list),
            ]
            let event = try #require(
                ReceivedVerificationMessage(
                    sender: "@ana:x", type: "m.key.verification.mac", content: bo.transaction.marked(content)))
            _ = bo.receive(event, at: now)
            #expect(bo.state == .cancelled(.keyMismatch, isOurs: true))
        }
    }

    /// Sends each message where it is not expected.
    @Test func unexpectedMessagesEndTheVerification() throws {
        var pair = try VerificationPair()
        var sent: [VerificationType: ReceivedVerificationMessage] = [:]
        var machines: [VerificationMachine] = [pair.bo]
        pair.decide(.accept, byAna: false)
        var other = pair
        while !pair.fromAna.isEmpty || !pair.fromBo.isEmpty {
            let isAna = !pair.fromAna.isEmpty
            if isAna, let message = pair.fromAna.first {
                sent[message.type] = try VerificationPair.event(message, by: "@ana:x")
            }
            try pair.deliver(byAna: isAna)
            machines.append(pair.bo)
            if pair.compared.count == 2 { for isAna in [true, false] { pair.decide(.match, byAna: isAna) } }
        }
        #expect(Set(sent.keys) == [.accept, .key, .mac, .done])
        var ended = 0
        for machine in machines where !machine.state.isOver {
            for (type, event) in sent {
                var machine = machine
                let answers = machine.receive(event, at: now)
                guard case .cancelled(let code, let isOurs) = machine.state else { continue }
                #expect(isOurs && code == .unexpectedMessage, "\(type)")
                #expect(answers.map(\.type) == [.cancel] && answers[0].content["code"] == "m.unexpected_message")
                // A second cancellation is not sent.
                #expect(machine.receive(event, at: now).isEmpty)
                ended += 1
            }
        }
        #expect(ended > 10)
        // The start precedes the response.
        other.fromBo.removeFirst()
        try other.settle()
        #expect(other.ana.state == .cancelled(.unexpectedMessage, isOurs: true))
    }

    @Test func repeatedMessageWithOtherContentEndsTheVerification() throws {
        var pair = try VerificationPair()
        pair.decide(.accept, byAna: false)
        let ready = pair.fromBo[0]
        try pair.settle()
        var content = ready.content
        content["methods"] = ["m.sas.v1", "org.tea"]
        let event = try #require(
            ReceivedVerificationMessage(sender: "@bo:x", type: "m.key.verification.ready", content: content))
        #expect(pair.ana.receive(event, at: now).map(\.type) == [.cancel])
    }

    @Test func twoDifferentMethodsEndTheVerification() throws {
        var pair = try VerificationPair()
        pair.decide(.accept, byAna: false)
        try pair.deliver(byAna: false)
        pair.begin(byAna: true)
        var content = pair.fromBo[0].content
        content["method"] = "m.reciprocate.v1"
        pair.fromBo[0] = VerificationMessage(type: .start, content: content, devices: nil)
        try pair.deliver(byAna: false)
        #expect(pair.ana.state == .cancelled(.unexpectedMessage, isOurs: true))
    }

    @Test func messagesOfOtherTransactionsAreIgnored() throws {
        var pair = try VerificationPair()
        let cancel = VerificationMessage.cancel(pair.ana.transaction, .user, devices: nil)
        #expect(pair.ana.receive(try VerificationPair.event(cancel, by: "@kim:x"), at: now).isEmpty)
        let others = [
            VerificationTransaction(id: "$other", isInRoom: true), VerificationTransaction(id: "$ask", isInRoom: false),
        ]
        for other in others {
            let message = VerificationMessage.cancel(other, .user, devices: nil)
            #expect(pair.ana.receive(try VerificationPair.event(message, by: "@bo:x"), at: now).isEmpty)
        }
        #expect(pair.ana.state == .waitingForAnswer)
        var edited = cancel.content
        edited["m.relates_to"]?["rel_type"] = "m.replace"
        #expect(VerificationTransaction(content: edited, isInRoom: true) == nil)
        #expect(VerificationTransaction(content: cancel.content, isInRoom: true) == pair.ana.transaction)
        #expect(ReceivedVerificationMessage(sender: "@bo:x", type: "m.key.verification.tea", content: [:]) == nil)
    }

    @Test func unknownCancellationCodeIsKept() throws {
        var pair = try VerificationPair()
        for (code, told) in [("org.tea", VerificationCode.other("org.tea")), (nil, .invalidMessage)] {
            var ana = pair.ana
            var content = pair.ana.transaction.marked([:])
            content["code"] = code.map { .string($0) }
            let event = try #require(
                ReceivedVerificationMessage(sender: "@bo:x", type: "m.key.verification.cancel", content: content))
            #expect(ana.receive(event, at: now).isEmpty && ana.state == .cancelled(told, isOurs: false))
        }
        // A device without a common method sends nothing, because another device may have one. The user can decline.
        var request = try VerificationRequest(
            sender: "@ana:x",
            content: VerificationRequest.roomContent(from: pair.anas.address, to: "@bo:x", body: "tea?"),
            eventID: "$ask", time: now, to: "@bo:x")
        request = try VerificationRequest(
            sender: "@ana:x",
            content: [
                "from_device": "PHONE", "methods": ["org.tea"], "timestamp": .integer(request.time),
                "transaction_id": "t",
            ])
        pair.bo = try VerificationMachine(request, own: pair.bos.verifying, other: pair.anas.person, at: now)
        #expect(pair.bo.state == .asked(by: pair.anas.address, isPossible: false))
        #expect(pair.bo.decide(.accept, at: now).isEmpty)
        #expect(pair.bo.decide(.cancel, at: now).map(\.devices) == [[pair.anas.address]])
    }
}
