import GRDB
import MatrixAPI
import TestSeeds
import Testing

@testable import MatrixServer

/// Tests that Swift, JSON and the server's database agree on whether two texts are equal.
@Suite(.timeLimit(.minutes(5))) struct EqualityTests {
    /// Forty fixed seeds and ten new ones each run. The name of a failed case is its seed.
    private static let seeds = Seeds.ofThisRun(10, beside: Array(1...40))

    @Test(arguments: seeds)
    func swiftJSONAndTheDatabaseAgreeOnTextEquality(seed: UInt64) throws {
        var random = RandomText(seed: seed)
        try DatabaseQueue().write { database in
            try database.run("CREATE TABLE names (name TEXT PRIMARY KEY) STRICT")
            for _ in 0..<200 {
                let (one, other) = random.pair()
                guard one.isSoundIdentifier, other.isSoundIdentifier else { continue }
                let isOne = one == other
                let isOneStored = try database.integer("SELECT ? = ?", [one, other]) == 1
                #expect(isOneStored == isOne, "seed \(seed): \(one.debugDescription) \(other.debugDescription)")
                let json = JSONValue.string(one).serialized == JSONValue.string(other).serialized
                #expect(json == isOne, "seed \(seed): \(one.debugDescription) \(other.debugDescription)")
                try database.run("DELETE FROM names")
                for name in [one, other] { try database.run("INSERT OR IGNORE INTO names (name) VALUES (?)", [name]) }
                #expect(try database.strings("SELECT name FROM names").count == (isOne ? 1 : 2), "seed \(seed)")
            }
        }
    }

    @Test(arguments: seeds)
    func databaseReturnsTextUnchangedOrRefusesIt(seed: UInt64) throws {
        var random = RandomText(seed: seed)
        try DatabaseQueue().write { database in
            for _ in 0..<200 {
                let text = random.pair().0
                if text.holdsNull {
                    #expect(throws: EndpointError.self, "seed \(seed)") { try database.strings("SELECT ?", [text]) }
                    let optional: String? = text
                    #expect(throws: EndpointError.self, "seed \(seed)") { try database.run("SELECT ?", [optional]) }
                } else {
                    let stored = try database.strings("SELECT ?", [text]).first
                    #expect(stored?.utf8.elementsEqual(text.utf8) == true, "seed \(seed): \(text.debugDescription)")
                }
            }
        }
    }
}
