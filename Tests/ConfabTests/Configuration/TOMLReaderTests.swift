import TestSeeds
import Testing

@testable import Confab

/// Tests the reader of TOML: values, errors with their places, and the lines of keys.
@Suite(.timeLimit(.minutes(5))) struct TOMLReaderTests {
    private func read(_ text: String) -> [String: SettingValue]? { try? TOMLReader.read(text).members }

    private func error(of text: String) -> SettingsSyntaxError? {
        do throws(SettingsSyntaxError) {
            _ = try TOMLReader.read(text)
            return nil
        } catch {
            return error
        }
    }

    @Test(arguments: [
        ("0", 0), ("+1", 1), ("-17", -17), ("-0", 0), ("1_000", 1_000), ("0xDEAD_beef", 0xDEAD_BEEF), ("0o755", 0o755),
        ("0b1101", 13), ("0x00", 0), ("9223372036854775807", Int.max), ("-9223372036854775808", Int.min),
        ("0x7fffffffffffffff", Int.max),
    ])
    func integersAreReadInEachBase(text: String, number: Int) {
        #expect(read("a = \(text)") == ["a": .number(number)])
    }

    @Test(arguments: [
        "1.0", "-0.01", "+3.1415", "5e+22", "1e06", "6.626E-34", "1_0.0_1", "inf", "-inf", "+nan", "1e999",
        "1979-05-27", "2000-02-29", "1979-05-27T07:32:00Z", "1979-05-27t07:32:00z", "1979-05-27 07:32:00.5-07:00",
        "1979-05-27T00:32:00.999999", "07:32:00", "00:32:00.999999", "23:59:60",
    ])
    func floatsAndDatesKeepTheirText(text: String) {
        #expect(read("a = \(text)") == ["a": .other(text)])
        #expect(read("a = [ \(text) , {b=\(text)}]#") == ["a": .list([.other(text), .table(["b": .other(text)])])])
    }

    @Test(arguments: [
        (#""""#, ""), (#"'C:\a'"#, #"C:\a"#), (#""\b\t\n\f\r\"\\""#, "\u{8}\t\n\u{C}\r\"\\"),
        (#""\u00e9\U0001F600""#, "é😀"), ("\"\"\"\n\na\r\nb\"\"\"", "\na\nb"), ("'''\r\n\\n'''", #"\n"#),
        ("\"\"\"a \\\n  \r\n\t b\"\"\"", "a b"), (#""""a""b""""#, #"a""b"#), (#""""""a""""""#, #"""a"""#),
        ("'''''a'b'''''", "''a'b''"), (##""# no comment""##, "# no comment"), ("\"\u{80}\u{2028}\"", "\u{80}\u{2028}"),
    ])
    func textsAreReadInEachKindOfQuotes(text: String, content: String) {
        #expect(read("a = \(text) # c") == ["a": .text(content)])
    }

    @Test(
        arguments: [
            ("", [:]), ("\u{FEFF}# only a comment", [:]), ("\r\n\t\n a = true\t#\n", ["a": .flag(true)]),
            ("a.b = 1\na . \"c d\" = 2", ["a": .table(["b": .number(1), "c d": .number(2)])]),
            ("\"\" = 1\n'' . x = 2", nil), ("1.2 = 3", ["1": .table(["2": .number(3)])]),
            ("[a]\nb = 1\n[ a . c ]\n[d]", ["a": .table(["b": .number(1), "c": .table([:])]), "d": .table([:])]),
            ("[a.b]\nx = 1\n[a]\ny = 2", ["a": .table(["b": .table(["x": .number(1)]), "y": .number(2)])]),
            (
                "[[a]]\nb = 1\n[a.c]\n[[a]]\n[a.c]\nd = 2",
                [
                    "a": .list([
                        .table(["b": .number(1), "c": .table([:])]), .table(["c": .table(["d": .number(2)])]),
                    ])
                ]
            ),
            (
                "a = {}\nb = { c.d = 1, c.e = [ ] }",
                ["a": .table([:]), "b": .table(["c": .table(["d": .number(1), "e": .list([])])])]
            ),
            ("a = [ # c\n1, # d\n\n[2],\r\n]", ["a": .list([.number(1), .list([.number(2)])])]),
            (
                "[a]\nb.c = 1\n[a.d]\n[a.b.e]",
                ["a": .table(["b": .table(["c": .number(1), "e": .table([:])]), "d": .table([:])])]
            ),
        ] as [(String, [String: SettingValue]?)])
    func documentsAreReadAsTables(text: String, members: [String: SettingValue]?) {
        #expect(read(text) == members)
    }

    @Test(
        arguments: [
            ("a", .missing(.signs("=")), 1, 2), ("a b = 1", .missing(.signs("=")), 1, 3),
            ("= 1", .missing(.name), 1, 1),
            ("a.\n= 1", .missing(.name), 1, 3), ("é = 1", .missing(.name), 1, 1), ("[]", .missing(.name), 1, 2),
            ("[a\n]", .missing(.signs("]")), 1, 3), ("[[a] ]", .missing(.signs("]")), 1, 5),
            ("[é]", .missing(.name), 1, 2),
            ("[ [a]]", .missing(.name), 1, 3), ("[a] b = 1", .missing(.lineEnd), 1, 5), ("a =", .missing(.value), 1, 4),
            ("a = \n1", .missing(.value), 1, 5), ("a = = 1", .missing(.value), 1, 5),
            ("a = 1 2", .missing(.lineEnd), 1, 7),
            ("a = 1 b = 2", .missing(.lineEnd), 1, 7), ("\"\"\"a\"\"\" = 1", .missing(.signs("=")), 1, 3),
            ("a = 1\nb = [1, }", .missing(.value), 2, 9), ("a = [1 2]", .missing(.signs(",]")), 1, 8),
            ("a = [1,\n", .missing(.value), 2, 1), ("a = [,]", .missing(.value), 1, 6),
            ("a = [1", .missing(.signs(",]")), 1, 7),
            ("a = {b = 1,}", .missing(.name), 1, 12), ("a = {b = 1\n}", .missing(.signs(",}")), 1, 11),
            ("a = {b}", .missing(.signs("=")), 1, 7), ("a = \"b\n\"", .unclosedText, 1, 5),
            ("a = 'b", .unclosedText, 1, 5),
            ("a = \"b\r\n\"", .unclosedText, 1, 5), ("x = 1\na = [\n\"\"\"\nb\"\"]", .unclosedText, 3, 1),
            ("'a", .unclosedText, 1, 1), ("a = \"\u{1}\"", .invalidCharacter, 1, 6),
            ("a = '\u{7F}'", .invalidCharacter, 1, 6),
            ("# \u{0}", .invalidCharacter, 1, 3), ("a = 1 # b\rc", .invalidCharacter, 1, 10),
            ("a = '''\rb'''", .invalidCharacter, 1, 8), (#"a = "\d""#, .invalidEscape, 1, 6),
            (#"a = "\u12""#, .invalidEscape, 1, 6), (#"a = "\uD800""#, .invalidEscape, 1, 6),
            (#"a = "\U00110000""#, .invalidEscape, 1, 6), (#"a = """\ b""""#, .invalidEscape, 1, 8),
            ("a = 1\n\"e\u{301}\" = \"\u{301}\\q\"", .invalidEscape, 2, 10), ("a = dark", .invalidValue, 1, 5),
            ("a = [1,\u{2028}]", .invalidValue, 1, 8), ("a = 1\"b\"", .invalidValue, 1, 5),
            ("a = 9223372036854775808", .numberOutOfRange, 1, 5), ("a = 0xFFFFFFFFFFFFFFFF", .numberOutOfRange, 1, 5),
            ("a = [\n-9223372036854775809]", .numberOutOfRange, 2, 1),
        ] as [(String, SettingsSyntaxError.Kind, Int, Int)])
    func errorsHaveAPlace(text: String, flaw: SettingsSyntaxError.Kind, line: Int, column: Int) {
        #expect(error(of: text) == SettingsSyntaxError(line: line, column: column, flaw: flaw))
    }

    @Test(arguments: [
        "01", "-01", "1_", "_1", "1__0", "+-1", "-", "0x", "0X1", "0x_1", "-0x1", "0o8", "0b2", "1.", ".5", "1._0",
        "1.e5", "1e",
        "1e5.0", "00.5", "Inf", "+", "True", "tru", "truee", "1979-13-01", "1979-00-01", "1979-02-29", "1900-02-29",
        "1979-04-31",
        "1979-5-27", "1979-05-27T", "1979-05-27T07:32", "1979-05-27 24:00:00", "1979-05-27T07:32:00+24:00",
        "1979-05-27T07:32:00Z1", "07:60:00", "07:32:61", "07:32:00.", "07:32:00Z", "７",
    ])
    func wordsOtherThanValuesAreRefused(word: String) {
        #expect(error(of: "a = \(word)")?.flaw == .invalidValue)
    }

    @Test(arguments: [
        ("a = 1\na = 1", 2, 1), ("a = 1\n\n'a' = 2", 3, 1), ("a.b = 1\na = 1", 2, 1), ("a = 1\na.b = 1", 2, 1),
        ("a = {b = 1}\na.c = 1", 2, 1), ("a = {b = 1, b = 1}", 1, 1), ("a = {b = {}, b.c = 1}", 1, 1),
        ("[a]\nb = 1\n[a]", 3, 1), ("[a.b]\n[a]\n[a]", 3, 2), ("a = 1\n[a]", 2, 1), ("a = {}\n[a.b]", 2, 1),
        ("a.b = 1\n[a]", 2, 1), ("[a]\nb.c = 1\n[a.b]", 3, 2), ("[a.b.c]\n[a]\nb.c.d = 1", 3, 1),
        ("[a.b]\n[a]\nb.c = 1", 3, 1), ("a = []\n[[a]]", 2, 1), ("[a]\n[[a]]", 2, 1), ("[[a]]\n[a]", 2, 1),
        ("[a.b]\n[[a]]", 2, 1), ("[[a.b]]\n[a]\nb.c = 1", 3, 1), ("a = [{b = 1}]\n[a.c]", 2, 1),
        ("\"\u{E9}\" = 1\n\"e\u{301}\" = 2", 2, 1),
    ])
    func repeatedKeyNamesTheLineOfTheFirst(text: String, line: Int, first: Int) {
        #expect(error(of: text)?.flaw == .alreadySet(line: first))
        #expect(error(of: text)?.line == line)
    }

    @Test func linesAreFoundInEveryForm() throws {
        let document = try TOMLReader.read(
            """
            # a comment with [brackets] and = signs
            top = 1
            dotted.key = 2
            "quoted key" = 3

            [table] # another comment
            first = "a = b # c"
            list = [
                "first = 1", # first = 2
                "]",
            ]
            after = '''
            first = 3
            [table]
            '''
            inline = { one = 1, two = 2 }
            [ spaced . "out" ]
            x = 1
            [[many]]
            [[many]]
            x = 1
            [spaced]
            """)
        #expect(document.line(of: ["top"]) == 2)
        #expect(document.line(of: ["dotted", "key"]) == 3)
        #expect(document.line(of: ["dotted"]) == 3)
        #expect(document.line(of: ["quoted key"]) == 4)
        #expect(document.line(of: ["table"]) == 6)
        #expect(document.line(of: ["table", "first"]) == 7)
        #expect(document.line(of: ["table", "list"]) == 8)
        #expect(document.line(of: ["table", "after"]) == 12)
        #expect(document.line(of: ["table", "inline", "two"]) == 16)
        #expect(document.line(of: ["table", "nothing"]) == 6)
        #expect(document.line(of: ["spaced", "out"]) == 17)
        #expect(document.line(of: ["spaced", "out", "x"]) == 18)
        #expect(document.line(of: ["many"]) == 19)
        #expect(document.line(of: ["many", "x"]) == 21)
        #expect(document.line(of: ["spaced"]) == 22)
        #expect(document.line(of: ["nowhere"]) == nil)
    }

    @Test(arguments: [TOMLReader.maximumDepth, TOMLReader.maximumDepth + 1, 50_000]) func nestingIsLimited(depth: Int) {
        func nested(_ open: String, _ inner: String, _ close: String, depth: Int) -> String {
            String(repeating: open, count: depth) + inner + String(repeating: close, count: depth)
        }
        func path(_ depth: Int) -> String { Array(repeating: "a", count: depth).joined(separator: ".") }
        for text in [
            "a = \(nested("[", "", "]", depth: depth))", "a = \(nested("{a=", "1", "}", depth: depth))",
            "[a]\na.a = \(nested("[", "", "]", depth: depth - 2))", "[\(path(depth))]", "[[\(path(depth - 1))]]",
            "\(path(depth)).a = 1",
        ] {
            let isRefused = error(of: text)?.flaw == .tooLarge
            #expect(isRefused == (depth > TOMLReader.maximumDepth), "\(text.prefix(20))")
            #expect(isRefused || read(text) != nil)
        }
    }

    @Test func lengthOfAKeyIsLimited() {
        let most = TOMLReader.maximumKeyLength
        #expect(error(of: String(repeating: "a", count: most) + " = 1") == nil)
        #expect(error(of: String(repeating: "a", count: most + 1) + " = 1")?.flaw == .tooLarge)
        let marks = "\"e" + String(repeating: "\u{301}\u{323}", count: 500_000) + "\" = 1"
        #expect(error(of: marks)?.flaw == .tooLarge)
    }

    /// Any text ends in values within the limit of depth, or in an error at a place in the text.
    @Test(arguments: Seeds.ofThisRun(20, beside: [1]))
    func anyTextEndsInValuesOrAnError(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let parts = [
            "[", "]", "[[", "]]", "{", "}", "=", " = ", ",", ".", "#", "\n", "\r\n", "\r", " ", "\t", "\"", "'",
            "\"\"\"", "'''",
            "\\", "\\u", "a", "b", "-", "_", "0", "1", "0x", "e", ":", "07:32:00", "1979-05-27", "true", "inf", "é",
            "e\u{301}",
            "\u{FEFF}", "\u{2028}", "\u{0}",
        ].map { Array($0.utf8) }
        for _ in 0..<200 {
            var bytes: [UInt8] = []
            for _ in 0..<Int.random(in: 0...60, using: &random) {
                let isByte = random.chance(in: 10)
                bytes +=
                    isByte ? [UInt8.random(in: 0...255, using: &random)] : parts.randomElement(using: &random) ?? []
            }
            let text = String(decoding: bytes, as: UTF8.self)
            do throws(SettingsSyntaxError) {
                let document = try TOMLReader.read(text)
                #expect(depth(.table(document.members)) <= TOMLReader.maximumDepth)
            } catch {
                let lines = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
                #expect(lines.indices.contains(error.line - 1), "\(bytes)")
                #expect((1...lines[error.line - 1].count + 1).contains(error.column), "\(bytes)")
            }
        }
    }

    private func depth(_ value: SettingValue) -> Int {
        switch value {
        case .list(let list): 1 + (list.map(depth).max() ?? 0)
        case .table(let members): 1 + (members.values.map(depth).max() ?? 0)
        case .flag, .number, .text, .other: 0
        }
    }
}
