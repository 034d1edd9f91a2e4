import Foundation
import Pictures
import TestSupport
import TestTraits
import Testing

@Suite(.timeLimit(.minutes(5)), .wherePicturesAreDecoded) struct PictureProcessTests {
    private let process = PictureProcess { $0.milliseconds = 120_000 }

    @Test func thumbnailFitsTheRequestedSize() async throws {
        let picture = PictureSource.bytes(PictureFile.quarters(width: 400, height: 200))
        let thumbnail = try await process.thumbnail(of: picture, width: 100, height: 100, method: .scale)
        #expect(thumbnail.kind == .jpeg)
        #expect(thumbnail.size == PixelSize(width: 100, height: 50))
        #expect(thumbnail.original == PixelSize(width: 400, height: 200))
        // The thumbnail is a picture itself, with the same four quarters.
        let drawn = try await process.drawing(of: .bytes(thumbnail.bytes), columns: 4, rows: 2, means: .palette)
        #expect(drawn.original == thumbnail.size)
    }

    @Test func croppedThumbnailShowsTheMiddle() async throws {
        // A green band in the middle of a red picture that is three times as wide as high.
        let band = PictureFile.png(width: 300, height: 100) { x, _ in
            (100..<200).contains(x) ? (0, 255, 0) : (255, 0, 0)
        }
        let thumbnail = try await process.thumbnail(of: .bytes(band), width: 50, height: 50, method: .crop)
        #expect(thumbnail.size == PixelSize(width: 50, height: 50))
        let drawn = try await process.drawing(of: .bytes(thumbnail.bytes), columns: 12, rows: 6, means: .palette)
        let whole = try await process.drawing(
            of: .bytes(PictureFile.png(width: 50, height: 50) { _, _ in (0, 255, 0) }), columns: 12, rows: 6,
            means: .palette)
        #expect(drawn.columns == 12 && drawn.rows == 6)
        let colors = Set(drawn.cells.flatMap { [$0.foreground, $0.background] })
        #expect(colors.isSubset(of: Set(whole.cells.flatMap { [$0.foreground, $0.background] }).union([nil])))
    }

    @Test func smallPictureIsNotEnlarged() async throws {
        let small = PictureSource.bytes(PictureFile.quarters(width: 20, height: 10))
        for method in [PictureThumbnail.Method.scale, .crop] {
            let thumbnail = try await process.thumbnail(of: small, width: 800, height: 400, method: method)
            #expect(thumbnail.size == PixelSize(width: 20, height: 10))
        }
    }

    @Test func transparencyIsPreserved() async throws {
        let glass = PictureSource.bytes(PictureFile.glass(width: 64, height: 64))
        let thumbnail = try await process.thumbnail(of: glass, width: 32, height: 32, method: .scale)
        #expect(thumbnail.kind == .png)
        let drawn = try await process.drawing(of: glass, columns: 8, rows: 4, means: .palette)
        #expect(drawn.cells.allSatisfy { $0.scalar == " " && $0.background == nil })
    }

    @Test func pictureIsDrawnWithItsShapeAndColors() async throws {
        let picture = PictureSource.bytes(PictureFile.quarters(width: 200, height: 200))
        let drawn = try await process.drawing(of: picture, columns: 60, rows: 8, means: .palette)
        #expect(drawn.columns == 16 && drawn.rows == 8)
        func colors(_ column: Int, _ row: Int) -> Set<UInt8?> {
            let cell = drawn.cells[row * drawn.columns + column]
            return cell.scalar == " " ? [cell.background] : cell.scalar == "█" ? [cell.foreground] : [nil]
        }
        #expect(colors(1, 1) == [196] && colors(14, 1) == [46] && colors(1, 6) == [21])
        #expect([231, 255].contains(colors(14, 6).first ?? nil))
    }

    private static let cell = PixelSize(width: 10, height: 20)

    @Test func pictureIsDrawnInPixels() async throws {
        let cell = try #require(Self.cell)
        let picture = PictureSource.bytes(PictureFile.quarters(width: 200, height: 200))
        let means = PictureSupport(.palette, graphics: PictureGraphics(form: .pixels, cell: cell, background: 0))
        let drawn = try await process.drawing(of: picture, columns: 60, rows: 8, means: means)
        #expect(drawn.columns == 16 && drawn.strips.count == 8)
        #expect(drawn.strips.allSatisfy { $0.count == 16 * 10 * 20 * 3 })
        func pixel(_ x: Int, _ y: Int) -> [UInt8] {
            let strip = drawn.strips[y / 20]
            return Array(strip.dropFirst(3 * (y % 20 * 160 + x)).prefix(3))
        }
        #expect(pixel(5, 5) == [255, 0, 0] && pixel(150, 5) == [0, 255, 0])
        #expect(pixel(5, 150) == [0, 0, 255] && pixel(150, 159) == [255, 255, 255])
    }

    @Test func transparentAndPaddedPixelsUseTheBackground() async throws {
        let cell = try #require(PixelSize(width: 10, height: 30))
        let graphics = PictureGraphics(form: .pixels, cell: cell, background: 0x102030)
        let glass = PictureSource.bytes(PictureFile.glass(width: 64, height: 64))
        let drawn = try await process.drawing(
            of: glass, columns: 8, rows: 4, means: PictureSupport(.palette, graphics: graphics))
        #expect(Set(drawn.strips[0].prefix(3)) == [0x10, 0x20, 0x30])
        // Cells that are three times as high as wide leave space below.
        let red = PictureSource.bytes(PictureFile.png(width: 64, height: 64) { _, _ in (255, 0, 0) })
        let shown = try await process.drawing(
            of: red, columns: 8, rows: 4, means: PictureSupport(.palette, graphics: graphics))
        #expect(Array(shown.strips[0].prefix(3)) == [255, 0, 0])
        #expect(Array(shown.strips[3].suffix(3)) == [0x10, 0x20, 0x30])
    }

    @Test func pictureIsDrawnInSixels() async throws {
        let cell = try #require(Self.cell)
        let means = PictureSupport(.palette, graphics: PictureGraphics(form: .sixels, cell: cell, background: 0))
        for bytes in [PictureFile.quarters(width: 200, height: 200), PictureFile.noise(width: 160, height: 160)] {
            let drawn = try await process.drawing(of: .bytes(bytes), columns: 60, rows: 8, means: means)
            #expect(drawn.strips.count == 8)
            for strip in drawn.strips {
                let sixels = try #require(EmulatedSixels(Array("q".utf8) + strip))
                #expect(sixels.width == 160 && sixels.height == 20)
            }
        }
        let drawn = try await process.drawing(
            of: .bytes(PictureFile.quarters(width: 200, height: 200)), columns: 60, rows: 8, means: means)
        let top = try #require(EmulatedSixels(Array("q".utf8) + drawn.strips[0]))
        #expect(top[5, 5]?.looksLike(EmulatedPixel(red: 255, green: 0, blue: 0)) == true)
        #expect(top[150, 19]?.looksLike(EmulatedPixel(red: 0, green: 255, blue: 0)) == true)
    }

    @Test func oversizedPixelDrawingFallsBackToCharacters() async throws {
        let cell = try #require(PixelSize(width: 128, height: 128))
        let picture = PictureSource.bytes(PictureFile.quarters(width: 4_000, height: 2_000))
        let means = PictureSupport(.palette, graphics: PictureGraphics(form: .pixels, cell: cell, background: 0))
        let drawn = try await process.drawing(of: picture, columns: 80, rows: 20, means: means)
        #expect(drawn.strips.isEmpty && drawn.columns == 80)
    }

    @Test func monochromePictureIsDrawnByBrightness() async throws {
        let half = PictureSource.bytes(
            PictureFile.png(width: 80, height: 80) { x, _ in x < 40 ? (255, 255, 255) : (0, 0, 0) })
        let dark = try await process.drawing(
            of: half, columns: 8, rows: 4, means: PictureSupport(.mono(isLight: false)))
        let light = try await process.drawing(
            of: half, columns: 8, rows: 4, means: PictureSupport(.mono(isLight: true)))
        #expect(dark.cells.allSatisfy { $0.foreground == nil && $0.background == nil })
        #expect(String(String.UnicodeScalarView(dark.cells.prefix(8).map(\.scalar))) == "████    ")
        #expect(String(String.UnicodeScalarView(light.cells.prefix(8).map(\.scalar))) == "    ████")
    }

    @Test func orientationMetadataIsApplied() async throws {
        let upright = PictureSource.bytes(PictureFile.quarters(width: 400, height: 200))
        let jpeg = try await process.thumbnail(of: upright, width: 400, height: 200, method: .scale)
        let turned = PictureSource.bytes(PictureFile.turned(jpeg.bytes))
        let drawn = try await process.drawing(of: turned, columns: 20, rows: 20, means: .palette)
        #expect(drawn.original == PixelSize(width: 200, height: 400))
        let thumbnail = try await process.thumbnail(of: turned, width: 100, height: 100, method: .scale)
        #expect(thumbnail.size == PixelSize(width: 50, height: 100))
    }

    @Test func gifIsDrawnFromAFile() async throws {
        let sandbox = try Sandbox()
        let path = sandbox.path + "/picture"
        try Data(PictureFile.gif).write(to: URL(filePath: path))
        let drawn = try await process.drawing(of: .file(path), columns: 10, rows: 5, means: .palette)
        #expect(drawn.cells.count == 1 && drawn.original == PixelSize(width: 1, height: 1))
        await #expect(throws: PictureDecodingError.system(ENOENT)) {
            _ = try await process.drawing(of: .file(path + ".no"), columns: 10, rows: 5, means: .palette)
        }
        await #expect(throws: PictureDecodingError.otherKind) {
            _ = try await process.drawing(of: .file(sandbox.path), columns: 10, rows: 5, means: .palette)
        }
    }

    /// The file exists but is no library. The library of the machine is not used instead.
    @Test(arguments: [("libgdk_pixbuf-2.0.so.0", PictureLibrary.loader), ("libchafa.so.0", .drawer)])
    func missingLibraryIsNamed(file: String, library: PictureLibrary) async throws {
        let sandbox = try Sandbox()
        try Data("no library".utf8).write(to: URL(filePath: "\(sandbox.path)/\(file)"))
        let program = try await sandbox.script("LD_LIBRARY_PATH=\(sandbox.path) exec \(ProgramLocation.confab) \"$@\"")
        let process = PictureProcess(program: program)
        await #expect(throws: PictureDecodingError.missing(library)) {
            _ = try await process.drawing(of: .bytes(PictureFile.gif), columns: 10, rows: 5, means: .palette)
        }
    }

    @Test func cancellationKillsTheProcess() async throws {
        let sandbox = try Sandbox()
        let mark = "\(sandbox.path)/number"
        let process = PictureProcess(program: try await sandbox.script("echo $$ > \(mark); exec sleep 1000"))
        let task = Task {
            try await process.drawing(of: .bytes(PictureFile.gif), columns: 10, rows: 5, means: .palette)
        }
        let number = try await sandbox.number(in: mark)
        task.cancel()
        await #expect(throws: PictureDecodingError.cancelled) { _ = try await task.value }
        #expect(kill(number, 0) != 0 && errno == ESRCH)
    }

    @Test func invalidHelperArgumentsExitWithUsageError() async throws {
        for words in [["picture", "1"], ["picture", "1", "1", "1", "1", "draw", "1", "1", "colors"]] {
            let process = try CommandProcess(ProgramLocation.confab, arguments: words, environment: [:])
            let result = try await process.waitForExit()
            #expect(result.exit == .status(64) && result.output.isEmpty)
        }
    }
}

extension Sandbox {
    /// Another process writes the script. If this process wrote it, a concurrent fork could hold it open for
    /// writing, and starting the script would fail.
    ///
    /// - Returns: The path of an executable with a shell script.
    func script(_ line: String) async throws -> String {
        let path = "\(self.path)/program"
        let writer = try CommandProcess(
            "/bin/sh", arguments: ["-c", "cat > \(path) && chmod 700 \(path)"], environment: environment,
            input: "#!/bin/sh\n\(line)\n")
        _ = try await writer.waitForExit()
        return path
    }

    /// Waits for a process to write its identifier.
    func number(in path: String) async throws -> pid_t {
        while true {
            let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
            if text.hasSuffix("\n"), let number = pid_t(text.dropLast()) { return number }
            try await Task.sleep(for: .milliseconds(5))
        }
    }
}
