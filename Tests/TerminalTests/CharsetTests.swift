import Testing

@testable import Terminal

@Suite(.timeLimit(.minutes(5))) struct CharsetTests {
    @Test(arguments: [
        (["LC_ALL": "de_DE.ISO-8859-1", "LC_CTYPE": "UTF-8"], "LC_ALL", "ISO-8859-1"),
        (["LC_CTYPE": "UTF-8", "LANG": "en_US.UTF-8"], "LC_CTYPE", "UTF-8"),
        (["LC_ALL": "", "LANG": "ru_RU.KOI8-R"], "LANG", "KOI8-R"), (["LANG": "de_DE@euro"], "LANG", "ISO-8859-15"),
        (["LANG": "de_DE.utf8@euro"], "LANG", "utf8"), (["LANG": "C"], "LANG", ""), (["LANG": "en_US"], "LANG", ""),
    ]) func firstLocaleVariableSetDecides(environment: [String: String], name: String, codeset: String) throws {
        let variable = try #require(LocaleVariable { environment[$0] })
        #expect(variable.name == name && variable.codeset == codeset)
    }

    @Test func charsetIsRecognizedByItsNames() {
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
    func letterRoundTripsThroughItsCharsetBytes(codeset: String, letter: Unicode.Scalar, bytes: [UInt8]) {
        let charset = TerminalCharset(codeset: codeset)
        #expect(charset.bytes(of: letter) == bytes)
        var decoder = InputDecoder(charset)
        #expect(bytes.flatMap { decoder.feed($0) } == [letter])
        #expect(!decoder.isWaiting)
    }

    /// Many terminals without UTF-8 interpret 80 to 9F as controls, and draw characters that are narrow here in two
    /// columns.
    @Test(arguments: [("KOI8-R", "─"), ("CP1251", "›"), ("EUC-JP", "м"), ("ISO-8859-1", "м"), ("ISO-8859-1", "\u{9B}")])
    func controlBytesAndAmbiguousWidthsAreNotSent(codeset: String, letter: String) {
        for scalar in letter.unicodeScalars { #expect(TerminalCharset(codeset: codeset).bytes(of: scalar) == nil) }
    }

    @Test func invalidBytesAreReplaced() {
        var decoder = InputDecoder(TerminalCharset(codeset: "EUC-JP"))
        #expect(decoder.feed(0xC6).isEmpty)
        #expect(decoder.isWaiting)
        #expect(decoder.feed(0x61) == ["\u{FFFD}", "a"])
        #expect(decoder.feed(0xC6).isEmpty)
        #expect(decoder.cut() && !decoder.isWaiting)
        #expect(decoder.feed(0xFF) == ["\u{FFFD}"])
    }

    @Test func keysAndPastesAreDecodedInTheCharset() {
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

    @Test func missingLettersAreTransliterated() {
        func drawn(_ text: String, in charset: TerminalCharset) -> String {
            text.flatMap { TextWidth.cells(of: $0) }.flatMap { $0.cells(in: charset) }.map(\.text).joined()
        }
        #expect(drawn("Щука, съезд", in: .ascii) == "Shchuka, s\"ezd")
        #expect(drawn("Größe Łódź Ψυχή", in: .ascii) == "Grosse Lodz Psychi")
        #expect(drawn("▌ ─ … • 日", in: .ascii) == "> - ~ * ??")
        #expect(drawn("мир ▌ é 日", in: TerminalCharset(codeset: "KOI8-R")) == "мир > e ??")
        #expect(drawn("e\u{301} é", in: TerminalCharset(codeset: "ISO-8859-1")) == "e é")
    }

    @Test func printedTextIsTransliteratedAndKeepsLineBreaks() {
        let koi8 = TerminalCharset(codeset: "KOI8-R")
        let expected: [UInt8] = [0xCD, 0xC9, 0xD2, 0x0D, 0x0A] + Array("<e>\t??\n".utf8)
        #expect(koi8.encode("мир\r\n«é»\t日\n") == expected)
        #expect(TerminalCharset.utf8.encode("«日»\n") == Array("«日»\n".utf8))
        let plain = TerminalCharset.ascii.encode("Größe…\n\u{2068}мир\u{2069}")
        #expect(String(decoding: plain, as: UTF8.self) == "Grosse~\nmir")
        #expect(koi8.has("мир") && !koi8.has("é") && !TerminalCharset.ascii.has("é"))
    }

    @Test func inputTextIsDecodedWithReplacementCharacters() {
        let japanese = TerminalCharset(codeset: "EUC-JP")
        let word: [UInt8] = [0xC6, 0xFC, 0x0A]
        let wrong: [UInt8] = [0x61, 0xFF, 0x62]
        let cut: [UInt8] = [0x61, 0xC6]
        #expect(japanese.decode(word) == "日\n")
        #expect(japanese.decode(wrong) == "a\u{FFFD}b")
        #expect(japanese.decode(cut) == "a\u{FFFD}")
        #expect(japanese.decode(validating: word) == "日\n")
        for bytes in [wrong, cut] {
            #expect(japanese.decode(validating: bytes) == nil)
            #expect(TerminalCharset.utf8.decode(validating: bytes) == nil)
        }
        let utf8 = Array("日".utf8)
        #expect(TerminalCharset.ascii.decode(utf8) == "日")
        #expect(TerminalCharset.ascii.decode(validating: utf8) == "日")
    }

    @Test func interfaceLettersHaveASCIIForms() {
        let letters =
            "абвгдеёжзийклмнопрстуфхцчшщъыьэюяАБВГДЕЁЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯ"
            + "ăâîșțĂÂÎȘȚäöüßÄÖÜ„“”«»–—…’№"
        for letter in letters.unicodeScalars {
            #expect(!AsciiForm.spelled(letter, columns: 1).contains("?"), "\(letter)")
        }
    }
}
