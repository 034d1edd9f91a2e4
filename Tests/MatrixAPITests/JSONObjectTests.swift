import MatrixAPI
import TestSeeds
import Testing

/// Tests an object of few or many members beside a dictionary with the same ones.
@Suite(.timeLimit(.minutes(5))) struct JSONObjectTests {
    @Test(arguments: [3, 40]) func randomChangesHaveTheEffectOfADictionary(names: Int) {
        var generator = SeededGenerator(seed: Seeds.ofThisRun())
        var known: [String: JSONValue] = [:]
        var members = JSONObject()
        var counts: Set<Int> = []
        for step in 0..<2_000 {
            // Long and short names, and two that Swift considers equal.
            let number = Int.random(in: 0..<names, using: &generator)
            let name = number == 0 ? ["é", "e\u{301}"][step % 2] : String(repeating: "name", count: number)
            let value: JSONValue? = Int.random(in: 0..<3, using: &generator) == 0 ? nil : .integer(Int64(step))
            known[name] = value
            members[name] = value
            counts.insert(members.count)
            #expect(members.dictionary == known)
            #expect(known.allSatisfy { members[$0.key] == $0.value })
            #expect(members["missing"] == nil)
        }
        // Many names need a dictionary of places, a few don't.
        #expect(counts.contains(20) == (names == 40))
    }

    @Test(arguments: [2, 30]) func orderDoesNotMatter(count: Int) {
        let pairs = (0..<count).map { ("name \($0)", JSONValue.integer(Int64($0))) }
        var (one, other) = (JSONObject(), JSONObject())
        for (name, value) in pairs { one[name] = value }
        for (name, value) in pairs.reversed() { other[name] = value }
        #expect(one == other && one.hashValue == other.hashValue)
        #expect(JSONValue.object(one).serialized == JSONValue.object(other).serialized)
        other["name 0"] = .null
        #expect(one != other)
    }

    /// A parser reads each name once, however many there are.
    @Test func manyMembersAreParsedAndFound() throws {
        let count = 5_000
        let text = "{" + (0..<count).map { "\"name \($0)\":\($0)" }.joined(separator: ",") + ",\"name 7\":\"last\"}"
        let value = try JSONValue(parsing: text)
        #expect(value.object?.count == count)
        #expect(value["name 7"]?.string == "last" && value["name 4999"]?.integer == 4_999)
    }
}
