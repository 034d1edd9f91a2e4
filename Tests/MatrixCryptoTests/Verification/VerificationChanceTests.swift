import MatrixAPI
import TestSeeds
import Testing

@testable import MatrixCrypto

/// Tests random verifications in which messages are lost, duplicated, reordered and changed. The users confirm a
/// match only if they see the same.
@Suite(.timeLimit(.minutes(5))) struct VerificationChanceTests {
    private static let runs = 250

    private struct Person {
        var hasMatched = false
        var seen: ComparedString?
    }

    @Test(arguments: [true, false]) func verificationSucceedsOnlyIfBothSawTheSame(isInRoom: Bool) throws {
        let seed = Seeds.ofThisRun()
        var random = SeededGenerator(seed: seed)
        let (anas, bos) = (try Household("@ana:x"), try Household("@bo:x", "LAPTOP"))
        let values = try Self.values(anas, bos)
        var counts: [String: Int] = [:]
        for run in 0..<Self.runs {
            var pair = try VerificationPair(anas, bos, isInRoom: isInRoom)
            // Every second verification runs with honest servers that lose nothing.
            let isHostile = run.isMultiple(of: 2)
            let people = try Self.run(&pair, isHostile ? values : nil, &random)
            for (state, truth) in [(pair.ana.state, try bos.verifiedKeys), (pair.bo.state, try anas.verifiedKeys)] {
                counts[Self.name(of: state), default: 0] += 1
                guard case .done(let keys) = state else { continue }
                let name = "run \(run) of seed \(seed)"
                #expect(people.allSatisfy(\.hasMatched) && people[0].seen == people[1].seen, "\(name)")
                #expect(keys.device == truth.device && (keys.signingKey ?? keys.masterKey) != nil, "\(name)")
                #expect(keys.signingKey == nil || keys.signingKey == truth.signingKey, "\(name)")
                #expect(keys.masterKey == nil || keys.masterKey == truth.masterKey, "\(name)")
            }
            if !isHostile { #expect(try pair.ana.state == .done(bos.verifiedKeys), "run \(run) of seed \(seed)") }
        }
        // Otherwise the verifications would not cover these outcomes.
        for name in ["done", "m.unexpected_message", "m.invalid_message", "m.user", "m.timeout"] {
            #expect(counts[name, default: 0] > 0, "\(name) of seed \(seed): \(counts)")
        }
    }

    /// An attacker who controls the server poses to each side as the other, with the keys that each side expects.
    @Test func interceptedExchangeShowsDifferentCodes() throws {
        let (anas, bos) = (try Household("@ana:x"), try Household("@bo:x", "LAPTOP"))
        var (toBo, toAna) = (
            try VerificationPair(anas, bos, isInRoom: true), try VerificationPair(anas, bos, isInRoom: true)
        )
        try toBo.reachComparing()
        try toAna.reachComparing()
        #expect(toBo.compared.count == 2 && toAna.compared.count == 2)
        // Ana and bo see different codes.
        #expect(toBo.compared.first != toAna.compared.last)
    }

    /// - Parameter values: The replacement values for changed fields. If `nil`, nothing is changed, but some
    ///   messages are duplicated.
    private static func run(
        _ pair: inout VerificationPair, _ values: [JSONValue]?, _ random: inout SeededGenerator
    ) throws -> [Person] {
        var people = [Person(), Person()]
        var old: [VerificationMessage] = []
        // Sets how rarely an invalid action happens.
        let rarity = Int.random(in: 2...20, using: &random)
        for _ in 0..<600 where !(pair.ana.state.isOver && pair.bo.state.isOver) {
            let isAna = random.chance(in: 2)
            try decide(&pair, byAna: isAna, &people, isHostile: values != nil, &random)
            var waiting = isAna ? pair.fromAna : pair.fromBo
            guard !waiting.isEmpty else { continue }
            let isOdd = random.chance(in: rarity)
            let place = isOdd && values != nil ? Int.random(in: waiting.indices, using: &random) : 0
            let message = waiting.remove(at: place)
            old.append(message)
            if isOdd { waiting.insert(message, at: 0) }
            if isAna { pair.fromAna = waiting } else { pair.fromBo = waiting }
            if let values, isOdd {
                try hostile(&pair, byAna: isAna, message: message, old: old, values, &random)
            } else {
                if isOdd { continue }
                if isAna { pair.fromAna.insert(message, at: 0) } else { pair.fromBo.insert(message, at: 0) }
                if random.chance(in: 4) {
                    if isAna { pair.fromAna.insert(message, at: 0) } else { pair.fromBo.insert(message, at: 0) }
                    try pair.deliver(byAna: isAna)
                }
                try pair.deliver(byAna: isAna)
            }
        }
        return people
    }

    private static func decide(
        _ pair: inout VerificationPair, byAna isAna: Bool, _ people: inout [Person], isHostile: Bool,
        _ random: inout SeededGenerator
    ) throws {
        let place = isAna ? 0 : 1
        switch isAna ? pair.ana.state : pair.bo.state {
        case .asked: pair.decide(.accept, byAna: isAna)
        case .ready: if random.chance(in: 4) { pair.begin(byAna: isAna) }
        case .comparing(let string):
            people[place].seen = string
            // The users compare their codes.
            guard let other = people[1 - place].seen else { return }
            people[place].hasMatched = other == string
            pair.decide(other == string ? .match : .mismatch, byAna: isAna)
        default: break
        }
        guard isHostile, random.chance(in: 40) else { return }
        if random.chance(in: 2) {
            pair.decide(.cancel, byAna: isAna)
        } else if isAna {
            pair.fromAna += pair.ana.passTime(to: VerificationPair.now + 600_000)
        } else {
            pair.fromBo += pair.bo.passTime(to: VerificationPair.now + 600_000)
        }
    }

    /// Changes a message, repeats an old one of either side, or forges one.
    private static func hostile(
        _ pair: inout VerificationPair, byAna isAna: Bool, message: VerificationMessage, old: [VerificationMessage],
        _ values: [JSONValue], _ random: inout SeededGenerator
    ) throws {
        var said = random.chance(in: 3) ? old.randomElement(using: &random) ?? message : message
        var content = said.content
        let value = values.randomElement(using: &random) ?? .null
        if !random.chance(in: 4), let name = content.object?.keys.sorted().randomElement(using: &random) {
            content[name] = random.chance(in: 3) ? nil : value
        }
        if random.chance(in: 8) { content = pair.ana.transaction.marked(value) }
        let type = random.chance(in: 4) ? VerificationType.allCases.randomElement(using: &random) : nil
        said = VerificationMessage(type: type ?? said.type, content: content, devices: said.devices)
        if isAna { pair.fromAna.insert(said, at: 0) } else { pair.fromBo.insert(said, at: 0) }
        try pair.deliver(byAna: isAna)
    }

    private static func values(_ anas: Household, _ bos: Household) throws -> [JSONValue] {
        let short = ShortAuthentication()
        let offer = ShortAuthentication.offer(from: "PHONE")
        return [
            .null, 0, -1, true, "", [], [:], .double(0.5), .string(short.publicKey.base64), "PHONE", "LAPTOP",
            "m.sas.v1", ["m.sas.v1"],
            .string(try short.acceptance(of: offer, forms: [.emoji])["commitment"]?.string ?? ""),
            ["ed25519:PHONE": .string(anas.device.signingKey.base64)], offer, ["decimal"], ["emoji"],
            ["from_device": "LAPTOP", "methods": ["m.sas.v1"]], .string(bos.device.signingKey.base64),
        ]
    }

    private static func name(of state: VerificationState) -> String {
        switch state {
        case .done: "done"
        case .cancelled(let code, _): code.text
        default: "open"
        }
    }
}
