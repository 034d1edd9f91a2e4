import MatrixAPI
import Testing

@Suite(.timeLimit(.minutes(5))) struct CanonicalJSONTests {
    /// The specification's examples (appendices, "Canonical JSON", "Examples").
    @Test(arguments: [
        ("{}", "{}"), (#"{ "one": 1, "two": "Two" }"#, #"{"one":1,"two":"Two"}"#),
        (#"{ "b": "2", "a": "1" }"#, #"{"a":"1","b":"2"}"#), (#"{"b":"2","a":"1"}"#, #"{"a":"1","b":"2"}"#),
        (
            #"""
            { "auth": { "success": true, "mxid": "@john.doe:example.com", "profile": { "display_name": "John Doe",
              "three_pids": [ { "medium": "email", "address": "john.doe@example.org" },
                              { "medium": "msisdn", "address": "123456789" } ] } } }
            """#,
            #"{"auth":{"mxid":"@john.doe:example.com","profile":{"display_name":"John Doe","three_pids":"#
                + #"[{"address":"john.doe@example.org","medium":"email"},{"address":"123456789","medium":"msisdn"}]},"#
                + #""success":true}}"#
        ),
        (#"{ "a": "日本語" }"#, #"{"a":"日本語"}"#), (#"{ "本": 2, "日": 1 }"#, #"{"日":1,"本":2}"#),
        (#"{ "a": "\u65E5" }"#, #"{"a":"日"}"#), (#"{ "a": null }"#, #"{"a":null}"#),
        (#"{ "a": -0, "b": 1e10 }"#, #"{"a":0,"b":10000000000}"#),
    ])
    func specificationExamplesAreReproduced(text: String, canonical: String) throws {
        #expect(String(decoding: try JSONValue(parsing: text).canonicalBytes, as: UTF8.self) == canonical)
    }

    @Test func memberNamesAreSortedByTheirBytes() throws {
        // In Swift's order the second name is equal to "é" and precedes "f".
        let value: JSONValue = ["f": 1, "e\u{301}": 2, "\u{e9}x": 3, "\u{FFFF}": 4, "\u{10000}": 5]
        let canonical = "{\"e\u{301}\":2,\"f\":1,\"\u{e9}x\":3,\"\u{FFFF}\":4,\"\u{10000}\":5}"
        #expect(try value.canonicalBytes == Array(canonical.utf8))
    }

    @Test func onlyRequiredCharactersAreEscaped() throws {
        let value = JSONValue.string("\"\\/\u{8}\u{C}\n\r\t\u{0}\u{1F}\u{7F}é😀")
        let canonical = #""\"\\/\b\f\n\r\t\u0000\u001f"# + "\u{7F}é😀\""
        #expect(try value.canonicalBytes == Array(canonical.utf8))
    }

    @Test(arguments: [9_007_199_254_740_991, 0, -9_007_199_254_740_991])
    func integersUpToTheLimitAreAccepted(number: Int64) throws {
        #expect(try JSONValue.integer(number).canonicalBytes == Array(String(number).utf8))
        #expect(try JSONValue.double(Double(number)).canonicalBytes == Array(String(number).utf8))
    }

    @Test(
        arguments: [
            .integer(1 << 53), .integer(-1 << 53), .integer(.max), .double(0.5), .double(1e300),
            .double(9_007_199_254_740_992),
            ["a": [["b": .double(1.5)]]],
        ] as [JSONValue])
    func nonCanonicalNumbersAreRefused(value: JSONValue) {
        #expect(throws: JSONError.notCanonical) { try value.canonicalBytes }
    }
}
