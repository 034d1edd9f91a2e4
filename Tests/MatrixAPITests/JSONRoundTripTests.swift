import MatrixAPI
import TestSeeds
import Testing

@Suite(.timeLimit(.minutes(5))) struct JSONRoundTripTests {
    @Test func serializedValueParsesToTheSameValue() throws {
        var generator = SeededGenerator(seed: Seeds.ofThisRun())
        for _ in 0..<500 {
            let value = RandomJSON.value(depth: 5, using: &generator)
            #expect(try JSONValue(parsing: value.serialized) == value)
            #expect(try JSONValue(parsing: value.serializedText).serialized == value.serialized)
        }
    }

    @Test func damagedTextIsReadOrRefusedWithoutCrashing() throws {
        var generator = SeededGenerator(seed: Seeds.ofThisRun())
        for _ in 0..<3000 {
            var bytes = RandomJSON.value(depth: 4, using: &generator).serialized
            for _ in 0..<Int.random(in: 1...4, using: &generator) {
                RandomJSON.damage(&bytes, using: &generator)
            }
            if let value = try? JSONValue(parsing: bytes) {
                #expect(try JSONValue(parsing: value.serialized) == value)
            }
            var broken: [Int] = []
            if let value = try? JSONValue(parsingEvents: bytes, maximumDepth: 3, broken: &broken) {
                #expect(value.isNotDeeper(than: 3))
            }
        }
    }

    @Test func equalValuesSerializeToEqualBytes() {
        let one: JSONValue = ["b": 1, "a": 2]
        let two: JSONValue = ["a": 2, "b": 1]
        #expect(one.serializedText == two.serializedText)
        #expect(one.serializedText == #"{"a":2,"b":1}"#)
    }

    @Test func controlCharactersAreEscaped() {
        #expect(JSONValue.string("\"\\\n\r\t\u{1}\u{1F}é").serializedText == #""\"\\\n\r\t\u0001\u001fé""#)
    }
}
