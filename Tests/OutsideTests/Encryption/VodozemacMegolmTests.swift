import MatrixAPI
import MatrixCrypto
import TestSeeds
import TestSupport
import TestTraits
import Testing

/// Tests rooms to which Confab's and vodozemac's devices write.
@Suite(.outside, .timeLimit(.minutes(10))) struct VodozemacMegolmTests {
    private static let rooms = 250
    private static let messages = 10

    @Test func confabDecryptsVodozemacFromAnyIndex() async throws {
        var random = SeededGenerator(seed: Seeds.ofThisRun())
        let peer = try await VodozemacPeer()
        for room in (0..<Self.rooms).map({ JSONValue.string("room \($0)") }) {
            let entry = Int.random(in: 0..<Self.messages, using: &random)
            var commands: [JSONValue] = [["do": "begin_group", "group": room]]
            for number in 0..<Self.messages {
                if number == entry { commands.append(["do": "group_key", "group": room]) }
                commands.append(["do": "say_group", "group": room, "text": .string("line \(number)")])
            }
            let answers = try await peer.ask(commands)
            let bodies = answers.compactMap { $0["body"]?.string }
            let key = try MegolmSessionKey(shared: answers.compactMap { $0["key"]?.string }.first ?? "")
            #expect(key.firstIndex == UInt32(entry) && key.sessionID == answers[0]["id"]?.string)
            var session = MegolmInboundSession(key)
            for number in (0..<bodies.count).shuffled(using: &random) where number >= entry {
                let message = try MegolmMessage(base64: bodies[number])
                #expect(try session.decrypt(message) == Array("line \(number)".utf8))
            }
            let last = try MegolmMessage(base64: bodies[Self.messages - 1])
            let exported = try session.key(at: last.index).exported
            let imported = try await peer.ask([
                ["do": "import_group", "group": room, "key": .string(exported)],
                ["do": "hear_group", "group": room, "body": .string(last.base64)],
                ["do": "hear_group", "group": room, "body": .string(bodies[0])],
            ])
            #expect(imported[1]["text"] == .string("line \(Self.messages - 1)"))
            #expect(imported[2]["error"] != nil)
        }
    }

    @Test func vodozemacDecryptsConfabFromAnyIndex() async throws {
        var random = SeededGenerator(seed: Seeds.ofThisRun())
        let peer = try await VodozemacPeer()
        for room in (0..<Self.rooms).map({ JSONValue.string("room \($0)") }) {
            var session = MegolmOutboundSession()
            let entry = Int.random(in: 0..<Self.messages, using: &random)
            var commands: [JSONValue] = []
            var bodies: [String] = []
            for number in 0..<Self.messages {
                if number == entry {
                    commands.append(["do": "join_group", "group": room, "key": .string(session.sharedKey)])
                }
                bodies.append(try session.encrypt(Array("line \(number)".utf8)).base64)
            }
            let order = (0..<bodies.count).shuffled(using: &random)
            commands += order.map { ["do": "hear_group", "group": room, "body": .string(bodies[$0])] }
            commands.append(["do": "export_group", "group": room, "index": .integer(Int64(Self.messages - 1))])
            let answers = try await peer.ask(commands)
            #expect(answers[0]["id"]?.string == session.sessionID && answers[0]["first"]?.integer == Int64(entry))
            for (number, answer) in zip(order, answers.dropFirst()) {
                #expect(answer["text"]?.string == (number < entry ? nil : "line \(number)"))
                #expect(answer["index"]?.integer == (number < entry ? nil : Int64(number)))
            }
            let exported = try MegolmSessionKey(exported: answers[answers.count - 1]["key"]?.string ?? "")
            var own = MegolmInboundSession(exported)
            let last = try MegolmMessage(base64: bodies[Self.messages - 1])
            #expect(try own.decrypt(last) == Array("line \(Self.messages - 1)".utf8))
        }
    }

    /// The indices cross each boundary at which parts of the ratchet are regenerated.
    @Test func distantRatchetIndexesMatchVodozemac() async throws {
        let peer = try await VodozemacPeer()
        let session = MegolmOutboundSession()
        let first = MegolmInboundSession(try MegolmSessionKey(shared: session.sharedKey))
        try await peer.ask("join_group", ["group": "far", "key": .string(session.sharedKey)])
        for index in [255, 256, 257, 65_535, 65_536, 16_777_215, 16_777_216, 4_000_000_000] as [UInt32] {
            let theirs = try await peer.ask("export_group", ["group": "far", "index": .integer(Int64(index))])
            #expect(theirs["key"]?.string == (try first.key(at: index).exported), "\(index)")
        }
    }
}
