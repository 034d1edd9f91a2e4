import Terminal
import Testing

@Suite(.timeLimit(.minutes(5))) struct InputParserTests {
    /// Returns the inputs of one read, after the timeout for more bytes.
    private func inputs(_ text: String, hasPaste: Bool = true) -> [TerminalInput] {
        inputs(Array(text.utf8), hasPaste: hasPaste)
    }

    private func inputs(_ bytes: [UInt8], hasPaste: Bool = true) -> [TerminalInput] {
        var parser = InputParser(terminalHasBracketedPaste: hasPaste)
        return parser.feed(bytes) + parser.timeOut(after: .seconds(2))
    }

    /// Test arguments contain symbols for ESC and BEL, so that a test's log can't control a terminal.
    private func bytes(_ pictured: String) -> String {
        pictured.replacing("␛", with: "\u{1B}").replacing("␇", with: "\u{7}")
    }

    private func typed(_ text: String) -> [TerminalInput] { text.map { .key(.character($0)) } }

    @Test func anyCharacterIsOneKey() {
        #expect(inputs("aé日👍") == typed("aé日👍"))
    }

    @Test func combiningMarksJoinTheirCharacter() {
        #expect(inputs("e\u{301}x") == typed("e\u{301}x"))
        #expect(inputs("👨‍👩‍👧") == typed("👨‍👩‍👧"))
    }

    @Test func invalidUTF8BecomesTheReplacementCharacter() {
        #expect(inputs([0xFF, 0x61]) == typed("\u{FFFD}a"))
        #expect(inputs([0xC3, 0x61]) == typed("\u{FFFD}a"))
        #expect(inputs([0xE6, 0x97, 0xE6, 0x97, 0xA5]) == typed("\u{FFFD}日"))
        #expect(inputs([0xC0, 0x80]) == typed("\u{FFFD}\u{FFFD}"))
        #expect(inputs([0xED, 0xA0, 0x80]) == typed("\u{FFFD}\u{FFFD}\u{FFFD}"))
        #expect(inputs([0xC3, 0x0D]) == [.key(.character("\u{FFFD}")), .key(Key(.enter))])
    }

    @Test func characterSplitAcrossReadsIsReassembled() {
        var parser = InputParser()
        #expect(parser.feed([0xE6, 0x97]).isEmpty)
        #expect(parser.deadline != nil)
        #expect(parser.timeOut().isEmpty)
        #expect(parser.feed([0xA5]) == typed("日"))
        #expect(parser.deadline == nil)
    }

    @Test func controlCharactersMapToKeys() {
        #expect(
            inputs("\r\t\u{7F}\u{8}") == [Key(.enter), Key(.tab), Key(.backspace), Key(.backspace)].map { .key($0) })
        #expect(inputs("\n\u{1}\u{1A}") == [Key.control("j"), .control("a"), .control("z")].map { .key($0) })
        #expect(
            inputs([0x00, 0x1C, 0x1D, 0x1E, 0x1F])
                == [Key.control("@"), .control("\\"), .control("]"), .control("^"), .control("_")].map { .key($0) })
        #expect(inputs("\u{85}\u{9B}A") == typed("A"))
    }

    @Test func escapeAndKeyInOneReadIsMeta() {
        #expect(inputs("\u{1B}a") == [.key(.meta("a"))])
        #expect(inputs("\u{1B}é") == [.key(.meta("é"))])
        #expect(inputs("\u{1B}\r") == [.key(Key(.enter, .meta))])
        #expect(inputs("\u{1B}\u{7F}") == [.key(Key(.backspace, .meta))])
        #expect(inputs("\u{1B}\u{18}") == [.key(Key(.character("x"), [.meta, .control]))])
        #expect(inputs("\u{1B}ab") == [.key(.meta("a")), .key(.character("b"))])
    }

    @Test func loneEscapeIsAKeyAfterTimeout() {
        var parser = InputParser()
        #expect(parser.feed([0x1B]).isEmpty)
        #expect(parser.deadline != nil)
        #expect(parser.timeOut() == [.key(Key(.escape))])
        #expect(parser.timeOut(after: .seconds(2)).isEmpty)
        #expect(parser.deadline == nil)
        #expect(inputs([0x1B, 0x1B]) == [.key(Key(.escape)), .key(Key(.escape))])
    }

    @Test func escapeAndKeyInTwoReadsAreTwoKeys() {
        var parser = InputParser()
        #expect(parser.feed([0x1B]).isEmpty)
        #expect(parser.feed([0x61]) == [.key(Key(.escape)), .key(.character("a"))])
        #expect(parser.feed([0x1B, 0x1B]).isEmpty)
        #expect(parser.feed([0x1B]) == [.key(Key(.escape)), .key(Key(.escape))])
        #expect(parser.timeOut() == [.key(Key(.escape))])
    }

    @Test func sequenceSplitAcrossReadsIsOneKey() {
        var parser = InputParser()
        #expect(parser.feed([0x1B]).isEmpty)
        #expect(parser.feed(Array("[1;".utf8)).isEmpty)
        #expect(parser.feed(Array("5A".utf8)) == [.key(Key(.up, .control))])
    }

    @Test func metaWithASequenceIntroducerIsAKey() {
        #expect(inputs("\u{1B}[") == [.key(.meta("["))])
        #expect(inputs("\u{1B}O") == [.key(.meta("O"))])
        #expect(inputs("\u{1B}]") == [.key(.meta("]"))])
        #expect(inputs("\u{1B}P") == [.key(.meta("P"))])
    }

    @Test(arguments: [
        ("[A", Key(.up)), ("OA", Key(.up)), ("[B", Key(.down)), ("OB", Key(.down)), ("[C", Key(.right)),
        ("OC", Key(.right)), ("[D", Key(.left)), ("OD", Key(.left)), ("[H", Key(.home)), ("OH", Key(.home)),
        ("[F", Key(.end)), ("OF", Key(.end)), ("[1~", Key(.home)), ("[7~", Key(.home)), ("[4~", Key(.end)),
        ("[8~", Key(.end)), ("[2~", Key(.insert)), ("[3~", Key(.delete)), ("[5~", Key(.pageUp)),
        ("[6~", Key(.pageDown)), ("OP", Key(.function(1))), ("[11~", Key(.function(1))), ("[[A", Key(.function(1))),
        ("OS", Key(.function(4))), ("[[E", Key(.function(5))), ("[15~", Key(.function(5))),
        ("[17~", Key(.function(6))), ("[21~", Key(.function(10))), ("[24~", Key(.function(12))),
        ("[1;5A", Key(.up, .control)), ("[1;3B", Key(.down, .meta)), ("[1;2C", Key(.right, .shift)),
        ("[1;8D", Key(.left, [.shift, .meta, .control])), ("[3;3~", Key(.delete, .meta)),
        ("[1;2R", Key(.function(3), .shift)), ("[15;5~", Key(.function(5), .control)), ("[Z", Key(.tab, .shift)),
        ("Oa", Key(.up, .control)), ("[a", Key(.up, .shift)), ("[3^", Key(.delete, .control)),
        ("[7$", Key(.home, .shift)), ("[8@", Key(.end, [.control, .shift])), ("O5A", Key(.up, .control)),
        ("O1;5A", Key(.up, .control)), ("OM", Key(.enter)), ("Op", Key.character("0")), ("Ok", Key.character("+")),
        ("␛[A", Key(.up, .meta)), ("␛OA", Key(.up, .meta)), ("␛[3~", Key(.delete, .meta)),
        ("[97;5u", Key.control("a")), ("[97;3u", Key.meta("a")), ("[97;2u", Key.character("A")),
        ("[49:33;2u", Key.character("!")), ("[13;2u", Key(.enter, .shift)), ("[27;2;13~", Key(.enter, .shift)),
        ("[27;5;46~", Key.control(".")), ("[105;5u", Key(.tab)), ("[109;5u", Key(.enter)), ("[27u", Key(.escape)),
        ("[127;3u", Key(.backspace, .meta)), ("[32;5u", Key.control("@")), ("[57414u", Key(.enter)),
        ("[57417u", Key(.left)), ("[233u", Key.character("é")), ("[97;1:1u", Key.character("a")),
        ("[97;65u", Key.character("a")), ("[97:27;2u", Key.character("A")), ("[97:133;2u", Key.character("A")),
        ("[97:57414;2u", Key.character("A")),
    ])
    func terminalSequencesMapToKeys(sequence: String, key: Key) {
        #expect(inputs("\u{1B}" + bytes(sequence)) == [.key(key)])
    }

    @Test(arguments: [
        "[?1;2c", "[12;40R", "[99z", "[?2026;2$y", "[200;1;2;3;4;5;6;7;8;9x", "]11;rgb:0000/ffff␇",
        "]52;c;aGk=␛\\", "P1$r0m␛\\", "_Gi=1;OK␛\\", "^privacy␛\\", "X~␛\\", "[97;9u",
        "[97;5:3u", "[<35;1;1M", "[<0;0;0M", "[M !!", "[[Z", "O~", "[>0;276;0c", "[99999999999999999999999999u",
        "[1114112u", "[55296u",
    ])
    func unknownSequenceIsDiscarded(sequence: String) {
        #expect(inputs("a\u{1B}" + bytes(sequence) + "b") == typed("ab"))
    }

    @Test func overlongSequenceIsDiscarded() {
        #expect(inputs("\u{1B}[" + String(repeating: "1;", count: 5_000) + "Ab") == typed("b"))
    }

    @Test func truncatedSequenceDoesNotConsumeTheNext() {
        #expect(inputs("\u{1B}[1;\u{1B}[B") == [.key(Key(.down))])
        #expect(inputs("\u{1B}[1;\rx") == [.key(Key(.enter)), .key(.character("x"))])
        #expect(inputs("\u{1B}[1;é") == typed("é"))
        #expect(inputs("\u{1B}]0;title\u{1B}[A") == [.key(Key(.up))])
        #expect(inputs("\u{1B}[1;").isEmpty)
    }

    @Test func focusAndMouseReportsAreNotKeys() {
        #expect(inputs("\u{1B}[I\u{1B}[O") == [.focus(true), .focus(false)])
        let press = MouseReport(button: .left, isPress: true, position: Point(x: 9, y: 4))
        let release = MouseReport(button: .right, isPress: false, position: Point(x: 0, y: 0))
        let wheel = MouseReport(button: .wheelDown, isPress: true, position: Point(x: 299, y: 199))
        #expect(
            inputs("\u{1B}[<0;10;5M\u{1B}[<2;1;1m\u{1B}[<65;300;200M") == [
                .mouse(press), .mouse(release), .mouse(wheel),
            ])
    }

    @Test func pasteIsTextAndNeverKeys() {
        #expect(
            inputs("x\u{1B}[200~one\r\ntwo\rthree\nfour\t\u{1B}[A\u{1B}[201~y")
                == [.key(.character("x")), .paste("one\ntwo\nthree\nfour\t\u{1B}[A"), .key(.character("y"))])
        #expect(inputs("\u{1B}[200~\u{1B}[201~").isEmpty)
        #expect(inputs("\u{1B}[201~").isEmpty)
    }

    @Test func pasteContinuesAcrossReads() {
        var parser = InputParser()
        #expect(parser.feed(Array("\u{1B}[200~on".utf8)).isEmpty)
        #expect(parser.timeOut().isEmpty)
        #expect(parser.deadline != nil)
        #expect(parser.feed(Array("e\u{1B}".utf8)).isEmpty)
        #expect(parser.timeOut().isEmpty)
        #expect(parser.feed(Array("\u{1B}[20".utf8)).isEmpty)
        #expect(parser.feed(Array("1~".utf8)) == [.paste("one\u{1B}")])
        #expect(parser.deadline == nil)
    }

    @Test func hugePasteIsDeliveredInParts() {
        let content = String(repeating: "aé日\r\n", count: 250_000)
        var parser = InputParser()
        let inputs = parser.feed(Array("\u{1B}[200~\(content)\u{1B}[201~".utf8))
        let parts = inputs.map { input in if case .paste(let text) = input { text } else { "" } }
        #expect(parts.count == 2)
        #expect(parts.joined() == String(repeating: "aé日\n", count: 250_000))
    }

    @Test func returnAmongBytesIsANewLineWithoutBracketedPaste() {
        #expect(
            inputs("one\r\ntwo\r", hasPaste: false)
                == typed("one") + [.key(.control("j"))] + typed("two") + [.key(.control("j"))])
        #expect(inputs("\r", hasPaste: false) == [.key(Key(.enter))])
        #expect(inputs("\u{1B}\r", hasPaste: false) == [.key(Key(.enter, .meta))])
        #expect(inputs("one\r", hasPaste: true) == typed("one") + [.key(Key(.enter))])
    }
}
