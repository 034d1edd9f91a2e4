import MatrixAPI
import TestSeeds
import Testing

@testable import MatrixCrypto

/// Fuzzes the statements of servers and other devices about identities.
@Suite(.timeLimit(.minutes(5))) struct TrustFuzzTests {
    private static let now = VerificationPair.now

    @Test func fuzzedObjectsNeverVouchForOthers() throws {
        let words = try SourceWords.of("MatrixCrypto").map { "\"\($0)\"" }
        guard var fuzzer = try Fuzzer("trust-objects", words: words) else { return }
        let (bo, key) = (try Household("@bo:x"), BackupKey())
        while let input = try fuzzer.next() {
            guard let json = try? JSONValue(parsing: input, maximumDepth: 64) else { continue }
            for usage in CrossSigningUsage.allCases {
                guard let read = try? CrossSigningPublicKey(json: json, usage: usage, of: "@ana:x") else { continue }
                #expect(
                    try CrossSigningPublicKey(json: read.json, usage: usage, of: "@ana:x") == read,
                    "\(fuzzer.failure())")
                #expect((try? read.check(signedBy: bo.device)) == nil, "\(fuzzer.failure())")
            }
            if let identity = try? PersonIdentity(KeyQueryResponse(json: json), of: "@ana:x") {
                try identity.selfSigning.check(signedBy: identity.master)
                #expect(!identity.vouches(for: bo.device) && !identity.isSigned(by: bo.device), "\(fuzzer.failure())")
                #expect(try !bo.identity.vouches(for: identity) && !bo.own.belongs(to: identity), "\(fuzzer.failure())")
            }
            if let backup = try? BackupVersion(json: json) {
                #expect(try !backup.isSigned(by: bo.device) && !backup.isSigned(by: bo.identity), "\(fuzzer.failure())")
                #expect(!backup.belongs(to: key), "\(fuzzer.failure())")
            }
            if let request = try? SecretRequest(content: json) {
                #expect(try SecretRequest(content: request.content) == request, "\(fuzzer.failure())")
            }
            if let answer = try? SharedSecret(content: json) {
                #expect(try SharedSecret(content: answer.content).secret == answer.secret, "\(fuzzer.failure())")
                #expect(
                    (try? OwnCrossSigning.check(answer.secret, of: bo.identity.master)) == nil, "\(fuzzer.failure())")
            }
            if let stored = try? StoredSecret(content: json) {
                #expect(try StoredSecret(content: stored.content) == stored, "\(fuzzer.failure())")
                let opened = try? stored.open(.master, key: SecretStorageKey(), keyID: "k")
                #expect(opened == nil, "\(fuzzer.failure())")
            }
            if let keyID = try? StorageKeyID(content: json) {
                #expect(try StorageKeyID(content: keyID.content) == keyID, "\(fuzzer.failure())")
            }
            try Self.ask(json, bo, failure: fuzzer.failure)
        }
    }

    /// Expects that a request is shown no longer than allowed, and that only its addressee answers it.
    private static func ask(
        _ json: JSONValue, _ bo: Household, failure: (String, Int) -> String
    ) throws {
        let requests = [
            try? VerificationRequest(sender: "@ana:x", content: json),
            try? VerificationRequest(sender: "@ana:x", content: json, eventID: "$ask", time: now, to: "@bo:x"),
        ]
        for request in requests.compactMap({ $0 }) {
            let ana = try? VerifyingPerson(
                userID: "@ana:x", devices: [request.sender.deviceID: Ed25519SecretKey().publicKey], masterKey: nil)
            guard let ana, var machine = try? VerificationMachine(request, own: bo.verifying, other: ana, at: now)
            else { continue }
            #expect(machine.deadline <= now + 120_000 && machine.end <= now + 600_000, "\(failure(#fileID, #line))")
            let answers = machine.decide(.accept, at: now)
            #expect(
                answers.allSatisfy { machine.transaction.holds($0.content) }, "\(failure(#fileID, #line))")
        }
    }

    /// The lines are decisions of the user and messages from the other side. The codes can't be guessed.
    @Test func fuzzedVerificationsVerifyNoKeys() throws {
        let choices: [String: VerificationChoice] = [
            "accept": .accept, "match": .match, "mismatch": .mismatch, "cancel": .cancel,
        ]
        let lines = (choices.keys.sorted() + ["begin"]).map { "\n\($0)\n" }
        let words = try SourceWords.of("MatrixCrypto").map { "\"\($0)\"" } + lines
        guard var fuzzer = try Fuzzer("verifications", words: words) else { return }
        let pair = try VerificationPair()
        while let input = try fuzzer.next() {
            for (machine, sender) in [(pair.ana, "@bo:x"), (pair.bo, "@ana:x")] {
                var machine = machine
                for line in input.split(separator: UInt8(ascii: "\n")).prefix(50) {
                    let wasOver = machine.state.isOver
                    let said: [VerificationMessage]
                    if let choice = choices[String(decoding: line, as: UTF8.self)] {
                        said = machine.decide(choice, at: Self.now)
                    } else if line.elementsEqual("begin".utf8) {
                        said = machine.passTime(to: Self.now + VerificationMachine.patience)
                    } else {
                        guard let json = try? JSONValue(parsing: line, maximumDepth: 64),
                            let event = ReceivedVerificationMessage(
                                sender: json["sender"]?.string ?? sender, type: json["type"]?.string ?? "",
                                content: json["content"] ?? .null)
                        else { continue }
                        said = machine.receive(event, at: Self.now)
                    }
                    #expect(!wasOver || said.isEmpty, "\(fuzzer.failure())")
                    #expect(said.allSatisfy { machine.transaction.holds($0.content) }, "\(fuzzer.failure())")
                }
                if case .done = machine.state { Issue.record("\(fuzzer.failure())") }
            }
        }
    }
}
