import TestSupport
import TestTraits
import Testing

@Suite(.timeLimit(.minutes(10)), .sandboxed) struct EmulatorTests {
    /// - Parameter output: The output, with visible symbols in place of control characters, so that a test's log
    ///   can't control a terminal.
    private func screen(_ output: String, width: Int = 10, height: Int = 4) -> ScreenEmulator {
        var screen = ScreenEmulator(width: width, height: height)
        var bytes: [UInt8] = []
        for scalar in output.unicodeScalars {
            if (0x2400..<0x2420).contains(scalar.value) {
                bytes.append(UInt8(scalar.value - 0x2400))
            } else {
                bytes += Array(String(scalar).utf8)
            }
        }
        screen.feed(bytes)
        return screen
    }

    @Test(arguments: [
        ("ab␍␊cd", "ab/cd///"),
        ("abcdefghijk", "abcdefghij/k///"),
        ("abcdefghij␍X", "Xbcdefghij////"),
        ("␛[?7labcdefghijk", "abcdefghik////"),
        ("a日b", "a日b////"),
        ("日␈x", " x////"),
        ("日␍x", "x////"),
        ("12345678日本", "12345678日/本///"),
        ("e\u{301}x", "e\u{301}x////"),
        ("␛[2;3Hx␛[Ay␛[2Dz␛[2Bw", "  zy/  x/   w//"),
        ("␛[3dx␛[5Gy␛[H␉z", "        z//x   y//"),
        ("abcdef␛[3D␛[K", "abc////"),
        ("abcdef␛[3D␛[1K", "    ef////"),
        ("abcdef␛[4D␛[2X", "ab  ef////"),
        ("abcdef␛[4D␛[2P", "abef////"),
        ("abcdef␛[4D␛[2@", "ab  cdef////"),
        ("abc␍␛[4hxy␛[4lz", "xyzbc////"),
        ("-␛[4b", "-----////"),
        ("a␍␊b␍␊c␍␊d␛[2;1H␛[L", "a//b/c/"),
        ("a␍␊b␍␊c␍␊d␛[2;1H␛[M", "a/c/d//"),
        ("a␍␊b␍␊c␍␊d␛[2;3r␛[3;1H␊␛[r", "a/c//d/"),
        ("a␍␊b␍␊c␍␊d␛[H␛M", "/a/b/c/"),
        ("a␍␊b␛[H␛[J", "////"),
        ("␛7ab␛8c", "cb////"),
        ("␛(0lqk␛(Bq", "┌─┐q////"),
    ])
    func sequencesActAsOnATerminal(output: String, text: String) {
        let screen = screen(output)
        #expect(screen.rows.joined(separator: "/") + "/" == text)
        #expect(screen.unknownSequences.isEmpty)
    }

    @Test(arguments: [
        "␛[>c", "␛[?1003h", "␛[5n", "␛]53;c;aGk=␇", "␛P1$r␛\\", "␛c",
        "␛[58m", "␛[3J", "␅", "␛_x␛\\", "␛[>4;1m", "␛[2 q", "␛[1;2;3H",
    ])
    func unknownSequencesAreRecorded(output: String) {
        let screen = screen(output + "x")
        #expect(screen.unknownSequences.count == 1)
        #expect(screen.text == "x\n\n\n\n")
    }

    @Test func invalidBytesAreRecorded() {
        var screen = ScreenEmulator(width: 10, height: 1)
        screen.feed([0xFF, 0x61, 0xC3, 0x62, 0xC2, 0x9B, 0xE2, 0x94])
        screen.feed([0x80])
        #expect(screen.unknownSequences == ["<ff>", "<c3>", "<c2><9b>"])
        #expect(screen.text == "ab─\n")
    }

    @Test func leavingAlternateScreenRestoresTheShell() {
        var screen = screen("shell\u{1B}[?1049h\u{1B}[22;0;0t\u{1B}[H\u{1B}[2Jours\u{1B}[?25l")
        #expect(screen.isAlternateScreen && !screen.isCursorVisible)
        #expect(screen.text == "ours\n\n\n\n")
        screen.feed(Array("\u{1B}[?25h\u{1B}[?1049l\u{1B}[23;0;0t!".utf8))
        #expect(!screen.isAlternateScreen && screen.isCursorVisible)
        #expect(screen.text == "shell!\n\n\n\n")
        #expect(screen.unknownSequences.isEmpty)
    }

    @Test func stylesAndTitlesAreTracked() {
        let screen = screen("\u{1B}]2;Confab\u{7}\u{1B}[1;38;5;196;48;5;17ma\u{1B}[0;7;91mb\u{1B}(B\u{1B}[mc\u{7}")
        #expect(screen.title == "Confab")
        #expect(screen.bells == 1)
        var style = EmulatedStyle()
        style.isBold = true
        style.foreground = 196
        style.background = 17
        #expect(screen.cell(x: 0, y: 0) == EmulatedCell(text: "a", style: style))
        #expect(screen.cell(x: 1, y: 0).style.isReversed)
        #expect(screen.cell(x: 1, y: 0).style.foreground == 9)
        #expect(screen.cell(x: 2, y: 0) == EmulatedCell(text: "c"))
    }

    @Test func resizeKeepsTheTopLeft() {
        var screen = screen("abc\r\ndef\u{1B}[4;10H")
        screen.resize(width: 2, height: 1)
        #expect(screen.text == "ab\n")
        #expect(screen.cursor == (1, 0))
        screen.resize(width: 4, height: 2)
        #expect(screen.text == "ab\n\n")
    }

    @Test func randomBytesDoNotBreakTheEmulator() {
        let likely: [UInt8] = [
            0x1B, 0x5B, 0x3B, 0x31, 0x39, 0x48, 0x72, 0x4C, 0x4D, 0x40, 0x50, 0x62, 0x0A, 0xE6, 0x97, 0xA5,
        ]
        for seed in UInt64(1)...200 {
            var state = seed
            var screen = ScreenEmulator(width: Int(seed % 12) + 1, height: Int(seed % 5) + 1)
            let bytes = (0..<400).map { _ -> UInt8 in
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                return state >> 60 < 4 ? UInt8(state >> 33 & 0xFF) : likely[Int(state >> 40) % likely.count]
            }
            screen.feed(bytes)
            screen.resize(width: Int(seed % 7) + 1, height: Int(seed % 3) + 1)
            screen.feed(bytes)
            #expect(screen.rows.count == screen.height, "seed \(seed)")
        }
    }
}
