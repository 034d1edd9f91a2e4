import Foundation
import MatrixAPI
import TestSupport
import TestTraits
import Testing

/// Tests pictures in a chat, as the user sees them.
@Suite(.serialized, .timeLimit(.minutes(10)), .sandboxed, .wherePicturesAreDecoded) struct DrawnPictureTests {
    /// The colors: red and green above blue.
    private static let quarters: Set<Int> = [196, 46, 21]

    private static func colors(_ screen: ScreenEmulator, row: Int) -> Set<Int> {
        Set(
            (0..<screen.width).flatMap { x in
                let style = screen.cell(x: x, y: row).style
                return [style.foreground, style.background].compactMap(\.self)
            })
    }

    /// Returns the rows with the colors of the four quarters.
    private static func pictureRows(_ screen: ScreenEmulator) -> [Int] {
        (0..<screen.height).filter { !colors(screen, row: $0).isDisjoint(with: quarters) }
    }

    private static func blocks(_ screen: ScreenEmulator) -> Int {
        screen.text.unicodeScalars.count { ("\u{2580}"..."\u{259F}").contains($0) && $0 != "▏" && $0 != "▌" }
    }

    @Test(arguments: [true, false]) func aPictureIsDrawnUnderItsLine(inEncrypted: Bool) async throws {
        let server = try await TeamServer()
        let (anas, bos) = (try await FaultProxy(to: server.address), try await FaultProxy(to: server.address))
        let networks = (ana: anas.address, bo: bos.address)
        let meeting =
            inEncrypted
            ? try await Meeting.inAChat(on: server, by: networks)
            : try await Meeting.inAGroup("Tea", on: server, by: networks)
        let (ana, bo) = (meeting.ana, meeting.bo)
        let path = ana.home.path + "/cat.png"
        try Data(PictureFile.quarters(width: 400, height: 200)).write(to: URL(fileURLWithPath: path))
        let chat = inEncrypted ? "bo" : "Tea"
        let sent = try await ana.run(["send", chat, "--file", path])
        #expect(sent.exit == .status(0), "\(sent.errors)")
        for person in [bo, ana] {
            try await person.screen.waitFor("[picture] cat.png")
            try await person.screen.waitUntil("a picture of ten lines") { Self.pictureRows($0).count == 10 }
            let rows = Self.pictureRows(person.screen.screen)
            let title = person.screen.screen.rows.firstIndex { $0.contains("[picture] cat.png") }
            #expect(title.map { Array($0 + 1...$0 + 10) } == rows)
            #expect(Self.colors(person.screen.screen, row: rows[0]).isSuperset(of: [196, 46]))
            #expect(Self.colors(person.screen.screen, row: rows[9]).contains(21))
        }
        // The sender has the file already.
        #expect(anas.count(of: .download) == 0 && bos.count(of: .download) == 1)
        try await ana.say("after it")
        try await bo.screen.waitFor("after it")
        #expect(Self.pictureRows(bo.screen.screen).count == 10)
        // A narrower window shows a smaller picture, and so do the next ones.
        bo.screen.resize(width: 60, height: 24)
        try await bo.screen.waitUntil("a smaller picture") {
            let rows = Self.pictureRows($0)
            return !rows.isEmpty && $0.contains("after it") && rows.count <= 10 && $0.width == 60
        }
        bo.screen.resize(width: 120, height: 40)
        try await bo.screen.waitUntil("the picture again") { Self.pictureRows($0).count == 10 }
        #expect(ana.screen.unknownSequences.isEmpty && bo.screen.unknownSequences.isEmpty)
    }

    /// Returns the rows whose cells have the colors of the upper quarters as pixels.
    private static func pixelRows(_ screen: ScreenEmulator) -> [Int] {
        (0..<screen.height).filter { y in
            (0..<screen.width).contains { x in
                [EmulatedPixel(red: 255, green: 0, blue: 0), EmulatedPixel(red: 0, green: 0, blue: 255)].contains {
                    screen.pixel(x: x, y: y)?.looksLike($0) == true
                }
            }
        }
    }

    @Test(arguments: ["\u{1B}_Gi=31;OK\u{1B}\\\u{1B}[6;20;10t\u{1B}[?62;22c", "\u{1B}[6;20;10t\u{1B}[?62;4;22c"])
    func graphicsTerminalShowsPixelPictures(answer: String) async throws {
        let meeting = try await Meeting.inAGroup("Tea")
        let (ana, bo) = (meeting.ana, meeting.bo)
        let path = ana.home.path + "/cat.png"
        try Data(PictureFile.quarters(width: 400, height: 200)).write(to: URL(fileURLWithPath: path))
        #expect(bo.screen.screen.graphicsQuestions == 1)
        bo.screen.send(bytes: Array(answer.utf8))
        _ = try await ana.run(["send", "Tea", "--file", path])
        try await bo.screen.waitUntil("a picture in pixels") { Self.pixelRows($0).count == 10 }
        #expect(Self.pixelRows(bo.screen.screen) == Self.pictureRows(bo.screen.screen))
        // Ana's terminal didn't answer the query, so it shows letters.
        try await ana.screen.waitUntil("a picture of ten lines") { Self.pictureRows($0).count == 10 }
        #expect(Self.pixelRows(ana.screen.screen).isEmpty)
        // The picture moves with its line, keys work, and overlays cover it.
        bo.screen.send("a word")
        try await ana.say("after it")
        try await bo.screen.waitFor("after it")
        try await bo.screen.waitUntil("the picture one line up, and the draft") {
            Self.pixelRows($0).count == 10 && Self.pixelRows($0) == Self.pictureRows($0) && $0.contains("a word")
        }
        bo.screen.send(.control("o"))
        try await bo.screen.waitUntil("the menu over it") {
            $0.contains("Commands by name") && Self.pixelRows($0).count < 5
        }
        bo.screen.send(.escape)
        try await bo.screen.waitUntil("the picture again") { Self.pixelRows($0).count == 10 }
        // With graphics disabled the picture consists of letters, and then of pixels again.
        try bo.save(settings: "[terminal]\ngraphics = false\n")
        try await bo.screen.waitUntil("letters") { Self.pixelRows($0).isEmpty && Self.pictureRows($0).count == 10 }
        try bo.save(settings: "[terminal]\ngraphics = true\n")
        try await bo.screen.waitUntil("pixels") { Self.pixelRows($0).count == 10 }
        bo.screen.resize(width: 60, height: 24)
        try await bo.screen.waitUntil("a smaller picture") {
            !Self.pixelRows($0).isEmpty && Self.pixelRows($0) == Self.pictureRows($0) && $0.width == 60
        }
        // No pixels are left in the terminal.
        bo.screen.send(.control("o"))
        try await bo.screen.waitFor("Quit")
        bo.screen.send("q")
        _ = try await bo.screen.waitForExit()
        #expect(bo.screen.screen.hasNoPictures && Self.pixelRows(bo.screen.screen).isEmpty)
        #expect(ana.screen.unknownSequences.isEmpty && bo.screen.unknownSequences.isEmpty)
    }

    /// The terminal answers after the first pictures were drawn.
    @Test func lateGraphicsReplySwitchesToPixels() async throws {
        let meeting = try await Meeting.inAGroup("Tea")
        let (ana, bo) = (meeting.ana, meeting.bo)
        let path = ana.home.path + "/cat.png"
        try Data(PictureFile.quarters(width: 400, height: 200)).write(to: URL(fileURLWithPath: path))
        _ = try await ana.run(["send", "Tea", "--file", path])
        try await bo.screen.waitUntil("a picture of ten lines") { Self.pictureRows($0).count == 10 }
        bo.screen.send(bytes: Array("\u{1B}[6;20;10t\u{1B}[?62;4;22c".utf8))
        try await bo.screen.waitUntil("a picture in pixels") { Self.pixelRows($0).count == 10 }
        #expect(bo.screen.unknownSequences.isEmpty)
    }

    @Test func noColorDrawsMonochromeAndPicturesCanBeDisabled() async throws {
        let meeting = try await Meeting.inAGroup("Tea")
        let (ana, bo) = (meeting.ana, meeting.bo)
        let path = ana.home.path + "/cat.png"
        try Data(PictureFile.quarters(width: 400, height: 200)).write(to: URL(fileURLWithPath: path))
        _ = try await ana.run(["send", "Tea", "--file", path])
        try await bo.screen.waitFor("[picture] cat.png")
        try bo.open(environment: ["NO_COLOR": "1"])
        try await bo.screen.waitFor("[picture] cat.png")
        try await bo.screen.waitUntil("blocks without colours") { Self.blocks($0) > 50 }
        #expect(Self.pictureRows(bo.screen.screen).isEmpty)
        try bo.drawNoPictures()
        try await bo.screen.waitUntil("no picture") { Self.blocks($0) == 0 && $0.contains("[picture] cat.png") }
        try bo.save(settings: "[files]\npictures = \"small\"\n")
        try await bo.screen.waitUntil("a small picture") { (10..<150).contains(Self.blocks($0)) }
        #expect(bo.screen.unknownSequences.isEmpty)
    }

    /// Each hostile picture shows a line of text, and keys that are pressed meanwhile work at once.
    @Test func hostilePicturesShowOneLineOfTextEach() async throws {
        let server = try await TeamServer()
        let ana = try PersonAtScreen("ana")
        try await ana.register(at: server)
        let bo = try await HostilePerson.register("bo", at: server)
        try ana.open(width: 120, height: 40)
        try await ana.screen.waitFor("online")
        try await bo.invite("@ana:localhost")
        try await ana.acceptInvitation()
        let good = PictureFile.quarters(width: 80, height: 40)
        let lies: [(name: String, bytes: [UInt8], words: String)] = [
            ("huge.png", PictureFile.claim(width: 100_000, height: 100_000), "it has more pixels than are drawn"),
            ("cut.png", Array(good.prefix(good.count / 2)), "its bytes are broken"),
            ("page.png", Array("<html><script>1</script></html>".utf8), "of a kind that is not drawn"),
            ("lines.svg", Array("<svg xmlns='http://www.w3.org/2000/svg'/>".utf8), "of a kind that is not drawn"),
            ("../../\u{1B}[2J\u{1B}]0;x\u{7}/etc/passwd", Array("root:x:0:0".utf8), "of a kind that is not drawn"),
            ("other.png", [0xFF, 0xD8, 0xFF] + good, "its bytes are broken"),
        ]
        for (number, lie) in lies.enumerated() {
            try await bo.show(lie.bytes, named: lie.name, info: ["w": 400, "h": 300])
            ana.screen.send("\(number)")
            try await ana.screen.waitFor("▏" + (0...number).map(String.init).joined())
            try await ana.screen.waitUntil("words for \(lie.name)") { screen in
                screen.rows.count { $0.contains("no picture: ") } == number + 1
                    && screen.rows.contains { $0.contains("no picture: " + lie.words) }
            }
        }
        // A valid picture after them is drawn, even if its message gives a wrong size.
        try await bo.show(good, named: "good.png", info: ["w": 100, "h": 300])
        try await ana.screen.waitUntil("a picture") { !Self.pictureRows($0).isEmpty }
        #expect(ana.screen.unknownSequences.isEmpty && ana.screen.screen.title.contains("Confab"))
        let children = "/proc/\(ana.screen.processIdentifier)/task/\(ana.screen.processIdentifier)/children"
        #expect(try String(contentsOfFile: children, encoding: .utf8).isEmpty)
        await bo.leave()
    }
}
