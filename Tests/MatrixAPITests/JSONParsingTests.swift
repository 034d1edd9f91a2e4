import MatrixAPI
import Testing

@Suite(.timeLimit(.minutes(5))) struct JSONParsingTests {
    private static let readings: [(String, JSONValue)] = [
        ("null", JSONValue.null), (" true ", true), ("\t\r\nfalse\n", false), ("0", 0), ("-0", 0), ("-12", -12),
        ("9223372036854775807", .integer(.max)), ("-9223372036854775808", .integer(.min)),
        ("9223372036854775808", .double(9_223_372_036_854_775_808)), ("1.5", .double(1.5)), ("1e3", .double(1000)),
        ("1E+3", .double(1000)), ("25e-1", .double(2.5)), ("1.0", .double(1)), (#""""#, ""), ("[]", []), ("{}", [:]),
        ("[1,[2,[]],{}]", [1, [2, []], [:]]), (#"{"a":{"b":[null]},"":0}"#, ["a": ["b": [nil]], "": 0]),
    ]

    @Test(arguments: readings)
    func valuesAreParsed(text: String, value: JSONValue) throws {
        #expect(try JSONValue(parsing: text) == value)
    }

    @Test(arguments: [
        "", " ", "nul", "True", "01", "-01", "00", "-", "+1", ".5", "1.", "1.e1", "1e", "1e+", "0x1", "NaN", "Infinity",
        "1e999", "-1e999", "[", "]", "[1", "[1,", "[1,]", "[,1]", "[1 2]", "{", "{\"a\"", "{\"a\":", "{\"a\":1",
        "{\"a\":1,",
        "{\"a\":1,}", "{a:1}", "{'a':1}", "{\"a\" 1}", "{1:1}", "\"", "\"a", "'a'", "\"\\", "\"\\x\"", "\"\\u12\"",
        "\"\\u12G4\"", "\"\\u\"", "\"a\nb\"", "\"\u{0}\"", "\"\u{1F}\"", "1 1", "{} {}", "null,", "// a\n1",
        "\u{FEFF}1",
        "\u{A0}1",
    ])
    func invalidJSONIsRefused(text: String) {
        #expect(throws: JSONError.self) { try JSONValue(parsing: text) }
    }

    @Test(arguments: [
        (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t"), (#""\u00e9\u00E9""#, "éé"), (#""\ud83d\ude00""#, "😀"),
        (#""\uD83D\uDE00x""#, "😀x"), (#""\u0000""#, "\u{0}"), ("\"é€😀\u{7F}\"", "é€😀\u{7F}"),
    ])
    func escapesAreDecoded(text: String, value: String) throws {
        #expect(try JSONValue(parsing: text).string == value)
    }

    @Test(arguments: [
        (#""\ud83d""#, "\u{FFFD}"), (#""\ude00""#, "\u{FFFD}"), (#""\ud83dx""#, "\u{FFFD}x"),
        (#""\ud83d\n""#, "\u{FFFD}\n"), (#""\ud83d\u0041""#, "\u{FFFD}A"),
        (#""\ud83d\ud83d\ude00""#, "\u{FFFD}😀"), (#""\ude00\ud83d""#, "\u{FFFD}\u{FFFD}"),
    ])
    func loneSurrogateBecomesAReplacementCharacter(text: String, value: String) throws {
        #expect(try JSONValue(parsing: text).string == value)
    }

    @Test(arguments: [("{\"\u{e9}\":1,\"e\u{301}\":2}", "\u{e9}"), ("{\"\u{212A}\":2,\"K\":1}", "K")])
    func equivalentMemberNamesAreRefusedStrictlyAndResolvedLeniently(text: String, name: String) throws {
        #expect(throws: JSONError.self) { try JSONValue(parsing: text) }
        let read = try lenient(text.utf8, 4)
        #expect(read.object?.keys.first?.utf8.elementsEqual(name.utf8) == true)
        #expect(read[name] == 1)
    }

    @Test(arguments: [
        [0xFF], [0xC0, 0x80], [0xC3], [0xED, 0xA0, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xE2, 0x82], [0x80],
        [0xF0, 0x82, 0x82, 0xAC],
    ])
    func invalidUTF8IsRefusedStrictlyAndRepairedLeniently(bytes: [UInt8]) throws {
        let quoted = [UInt8(ascii: "\"")] + bytes + [UInt8(ascii: "\"")]
        let escaped = [UInt8(ascii: "\"")] + Array(#"\n"#.utf8) + bytes + [UInt8(ascii: "\"")]
        #expect(throws: JSONError.self) { try JSONValue(parsing: quoted) }
        #expect(throws: JSONError.self) { try JSONValue(parsing: escaped) }
        let repaired = try lenient(quoted, 4)
        #expect(repaired.string?.contains("\u{FFFD}") == true)
    }

    @Test func lastOfDuplicateMembersWins() throws {
        #expect(try JSONValue(parsing: #"{"a":1,"\u0061":2}"#) == ["a": 2])
    }

    @Test func depthIsLimited() throws {
        let deep = String(repeating: "[", count: 8) + String(repeating: "]", count: 8)
        let parsed = try JSONValue(parsing: deep, maximumDepth: 8)
        #expect(parsed.isNotDeeper(than: 8) && !parsed.isNotDeeper(than: 7))
        #expect(throws: JSONError.tooDeep) { try JSONValue(parsing: deep, maximumDepth: 7) }
    }

    @Test func millionOpenBracketsAreRefused() {
        let brackets = [UInt8](repeating: UInt8(ascii: "["), count: 1_000_000)
        #expect(throws: JSONError.tooDeep) { try JSONValue(parsing: brackets) }
        #expect(throws: JSONError.self) { try lenient(brackets, 8) }
    }

    @Test func lenientParsingCutsDeepValuesAndKeepsTheRest() throws {
        let text = #"{"a":[[["]}\"",{"x":"\\"}]]],"b":1e999,"c":"kept"}"#
        let value = try lenient(text.utf8, 2)
        #expect(value == ["a": [nil], "b": nil, "c": "kept"])
    }

    @Test func lenientParsingRefusesMalformedText() {
        for text in ["{", "[1,", #"{"a":[[["}"#, "\"\n\"", "nul", "<html>"] {
            #expect(throws: JSONError.self) { try lenient(text.utf8, 2) }
        }
    }

    private func lenient(_ bytes: some Collection<UInt8>, _ depth: Int) throws(JSONError) -> JSONValue {
        var broken: [Int] = []
        return try JSONValue(parsingEvents: bytes, maximumDepth: depth, broken: &broken)
    }
}
