import Foundation
import Pictures
import TestSeeds
import TestSupport
import TestTraits
import Testing

/// Tests that a malicious picture affects only the process that decodes it, which results in an error here.
@Suite(.timeLimit(.minutes(5)), .wherePicturesAreDecoded) struct HostilePictureTests {
    private static let patient = PictureProcess { $0.milliseconds = 120_000 }

    private func problem(of bytes: [UInt8], in process: PictureProcess = patient) async -> PictureDecodingError? {
        do {
            _ = try await process.drawing(of: .bytes(bytes), columns: 20, rows: 10, means: .palette)
            return nil
        } catch {
            return error
        }
    }

    @Test func pictureWithHugeDimensionsIsNotDecoded() async {
        #expect(await problem(of: PictureFile.claim(width: 100_000, height: 100_000)) == .tooManyPixels)
        #expect(await problem(of: PictureFile.claim(width: 1_000_000, height: 50)) == .tooManyPixels)
    }

    @Test func decompressionBombHitsTheMemoryLimit() async {
        let bomb = PictureFile.bomb(width: 5_000, height: 4_000)
        #expect(bomb.count < 500_000)
        let narrow = PictureProcess {
            $0.memory = 48 << 20
            $0.milliseconds = 120_000
        }
        #expect(await problem(of: bomb, in: narrow) == .memory)
        // This proves that the limit was the cause: with more memory the same picture is drawn.
        #expect(await problem(of: bomb) == nil)
    }

    @Test func hugeCompressedCommentIsNotExpanded() async {
        let grown = PictureFile.comment(bytes: 400 << 20)
        let narrow = PictureProcess {
            $0.memory = 64 << 20
            $0.milliseconds = 120_000
        }
        let found = await problem(of: grown, in: narrow)
        // Libpng skips the chunk or fails. Neither allocates the memory that the chunk would need.
        #expect(found == nil || found == .broken)
    }

    @Test func slowPictureHitsTheProcessorTimeLimit() async {
        // The amount of work takes any processor more than a second.
        let long = PictureFile.bomb(width: 30_000, height: 30_000)
        let narrow = PictureProcess {
            $0.pixels = 1_000_000_000
            $0.memory = 8 << 30
            $0.processorSeconds = 1
            $0.milliseconds = 240_000
        }
        #expect(await problem(of: long, in: narrow) == .time)
    }

    @Test func silentProcessIsKilledAtTheTimeout() async throws {
        let sandbox = try Sandbox()
        let mark = "\(sandbox.path)/number"
        let program = try await sandbox.script("echo $$ > \(mark); exec sleep 1000")
        var limits = PictureLimits()
        limits.milliseconds = 500
        #expect(await problem(of: PictureFile.gif, in: PictureProcess(program: program, limits: limits)) == .time)
        if let text = try? String(contentsOfFile: mark, encoding: .utf8), let number = pid_t(text.dropLast()) {
            #expect(kill(number, 0) != 0 && errno == ESRCH)
        }
    }

    @Test func overlongFileIsNotRead() async throws {
        let short = PictureProcess { $0.bytes = 1_000 }
        #expect(await problem(of: PictureFile.quarters(width: 40, height: 40), in: short) == .tooManyBytes)
    }

    @Test func truncatedPictureIsBroken() async {
        let whole = PictureFile.quarters(width: 100, height: 100)
        for count in [12, 20, 33, 40, 100, whole.count / 2, whole.count - 200] {
            #expect(await problem(of: Array(whole.prefix(count))) == .broken, "\(count) of \(whole.count)")
        }
    }

    @Test(arguments: [
        "", "GIF", "<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'/>", "<html><script>1</script></html>",
        "/* XPM */\nstatic char *a[] = {\"1 1 1 1\", \"a c #fff\", \"a\"};", "P6 1 1 255 abcdefghijkl",
        "BM and more than that",
    ])
    func unknownFormatsAreNotDecoded(text: String) async {
        #expect(await problem(of: Array(text.utf8)) == .otherKind)
    }

    @Test func pictureNotMatchingItsSignatureIsBroken() async {
        let png = PictureFile.quarters(width: 10, height: 10)
        #expect(await problem(of: [0xFF, 0xD8, 0xFF] + png) == .broken)
        #expect(await problem(of: Array("GIF89a".utf8) + png) != nil)
        let drawing = Array("<svg xmlns='http://www.w3.org/2000/svg'/>".utf8)
        #expect(await problem(of: Array(png.prefix(8)) + drawing) == .broken)
    }

    @Test func corruptedPictureDecodesOrGivesOneReason() async throws {
        let seed = Seeds.ofThisRun(#function)
        var random = SeededGenerator(seed: seed)
        let png = PictureFile.quarters(width: 24, height: 24)
        let jpeg = try await Self.patient.thumbnail(of: .bytes(png), width: 24, height: 24, method: .scale).bytes
        for number in 0..<120 {
            var bytes = [png, jpeg, PictureFile.gif][number % 3]
            for _ in 0...Int.random(in: 0...4, using: &random) {
                bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            if number % 5 == 0 { bytes.removeLast(Int.random(in: 0..<bytes.count, using: &random)) }
            let found = await problem(of: bytes)
            let expected: [PictureDecodingError?] = [nil, .broken, .otherKind, .tooManyPixels, .memory]
            #expect(expected.contains(found), "picture \(number) of CONFAB_SEED=\(seed)")
        }
    }
}
