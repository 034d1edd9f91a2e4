import Testing

@testable import Terminal

@Suite(.timeLimit(.minutes(5))) struct CharsetTests {
    @Test(arguments: [
        (["LC_ALL": "de_DE.ISO-8859-1", "LC_CTYPE": "UTF-8"], "LC_ALL", "ISO-8859-1"),
        (["LC_CTYPE": "UTF-8", "LANG": "en_US.UTF-8"], "LC_CTYPE", "UTF-8"),
        (["LC_ALL": "", "LANG": "ru_RU.KOI8-R"], "LANG", "KOI8-R"), (["LANG": "de_DE@euro"], "LANG", "ISO-8859-15"),
        (["LANG": "de_DE.utf8@euro"], "LANG", "utf8"), (["LANG": "C"], "LANG", ""), (["LANG": "en_US"], "LANG", ""),
    ]) func theFirstVariableThatIsSetDecides(environment: [String: String], name: String, codeset: String) throws {
        let variable = try #require(LocaleVariable { environment[$0] })
        #expect(variable.name == name && variable.codeset == codeset)
    }

    @Test func aCharsetIsKnownByItsNames() {
        #expect(LocaleVariable { _ in nil } == nil)
        #expect(["UTF-8", "utf8"].map(TerminalCharset.init(codeset:)) == [.utf8, .utf8])
        #expect(["", "ANSI_X3.4-1968", "no-such"].map(TerminalCharset.init(codeset:)) == [.ascii, .ascii, .ascii])
        #expect(TerminalCharset(codeset: "KOI8-R") == TerminalCharset(codeset: "KOI8-R"))
        #expect(TerminalCharset(codeset: "KOI8-R") != TerminalCharset(codeset: "ISO-8859-1"))
    }

    @Test(
        arguments: [
            ("ISO-8859-1", "é", [0xE9]), ("KOI8-R", "м", [0xCD]), ("EUC-JP", "日", [0xC6, 0xFC]),
            ("KOI8-R", "a", [0x61]),
            ("ISO-8859-15", "€", [0xA4]), ("GB2312", "中", [0xD6, 0xD0]),
        ] as [(String, Unicode.Scalar, [UInt8])])
    func aLetterHasItsBytesAndComesBackFromThem(codeset: String, letter: Unicode.Scalar, bytes: [UInt8]) {
        let charset = TerminalCharset(codeset: codeset)
        #expect(charset.bytes(of: letter) == bytes)
        var decoder = InputDecoder(charset)
        #expect(bytes.flatMap { decoder.feed($0) } == [letter])
        #expect(!decoder.isWaiting)
    }

    /// Many terminals without UTF-8 interpret 80 to 9F as controls, and draw characters that are narrow here in two
    /// columns.
    @Test(arguments: [("KOI8-R", "─"), ("CP1251", "›"), ("EUC-JP", "м"), ("ISO-8859-1", "м"), ("ISO-8859-1", "\u{9B}")])
    func whatCouldSteerOrShiftIsNotSent(codeset: String, letter: String) {
        for scalar in letter.unicodeScalars { #expect(TerminalCharset(codeset: codeset).bytes(of: scalar) == nil) }
    }

    @Test func bytesThatAreNoCharacterAreReplaced() {
        var decoder = InputDecoder(TerminalCharset(codeset: "EUC-JP"))
        #expect(decoder.feed(0xC6).isEmpty)
        #expect(decoder.isWaiting)
        #expect(decoder.feed(0x61) == ["\u{FFFD}", "a"])
        #expect(decoder.feed(0xC6).isEmpty)
        #expect(decoder.cut() && !decoder.isWaiting)
        #expect(decoder.feed(0xFF) == ["\u{FFFD}"])
    }

    @Test func keysAndPastesAreReadInTheCharset() {
        var parser = InputParser(charset: TerminalCharset(codeset: "EUC-JP"))
        let word: [UInt8] = [0xC6, 0xFC, 0xCB, 0xDC]
        #expect(parser.feed(word) == "日本".map { .key(.character($0)) })
        #expect(parser.feed(word[..<1]) + parser.feed(word[1...]) == "日本".map { .key(.character($0)) })
        let begins = Array("\u{1B}[200~".utf8)
        #expect(parser.feed(begins + word + Array("\r\u{1B}[201~".utf8)) == [.paste("日本\n")])
        // The input stalls in the middle of a letter.
        #expect(parser.feed(begins + word[..<3]) + parser.timeOut(after: .milliseconds(500)) == [.paste("日")])
        #expect(parser.feed(word[3...] + Array("\u{1B}[201~".utf8)) == [.paste("本")])
        #expect(parser.deadline == nil)
    }

    @Test func lettersAreSpelledWhereTheCharsetLacksThem() {
        func drawn(_ text: String, in charset: TerminalCharset) -> String {
            text.flatMap { TextWidth.cells(of: $0) }.flatMap { $0.cells(in: charset) }.map(\.text).joined()
        }
        #expect(drawn("Щука, съезд", in: .ascii) == "Shchuka, s\"ezd")
        #expect(drawn("Größe Łódź Ψυχή", in: .ascii) == "Grosse Lodz Psychi")
        #expect(drawn("▌ ─ … • 日", in: .ascii) == "> - ~ * ??")
        #expect(drawn("мир ▌ é 日", in: TerminalCharset(codeset: "KOI8-R")) == "мир > e ??")
        #expect(drawn("e\u{301} é", in: TerminalCharset(codeset: "ISO-8859-1")) == "e é")
    }

    @Test func noLetterOfTheInterfaceIsAQuestionMark() {
        let letters =
            "абвгдеёжзийклмнопрстуфхцчшщъыьэюяАБВГДЕЁЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯ"
            + "ăâîșțĂÂÎȘȚäöüßÄÖÜ„“”«»–—…’№"
        for letter in letters.unicodeScalars {
            #expect(!AsciiForm.spelled(letter, columns: 1).contains("?"), "\(letter)")
        }
    }
}
