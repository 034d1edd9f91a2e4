import Foundation
import MatrixAPI
import NIOHTTP1
import Pictures
import TestSeeds
import TestSupport
import Testing

@testable import MatrixServer

/// Tests thumbnails that are generated in separate processes, so that a malicious picture can crash only its
/// process.
@Suite(.timeLimit(.minutes(5)), .enabled(if: DecodedPictures.areThere, "libgdk-pixbuf-2.0-0 is not installed"))
struct MadeThumbnailTests {
    private func run(
        _ program: String = ProgramLocation.confab, limits: (inout ServerLimits) -> Void = { _ in },
        _ body: (ServerUnderTest, Person) async throws -> Void
    ) async throws {
        let server = try await ServerUnderTest.start(pictureProgram: program, limits: limits)
        try await body(server, try await server.person("ana"))
        await server.stop()
    }

    private func ask(_ person: Person, _ id: String, _ query: String) async throws -> Download {
        try await person.fetch("/_matrix/client/v1/media/thumbnail/localhost/\(id)?\(query)")
    }

    private func size(_ download: Download) async throws -> PixelSize {
        let process = PictureProcess(program: ProgramLocation.confab)
        return try await process.thumbnail(of: .bytes(download.bytes), width: 4_000, height: 4_000, method: .scale)
            .original
    }

    private func thumbnails(_ server: ServerUnderTest) throws -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: server.directory + "/media/thumbnails")) ?? []).sorted()
    }

    @Test(arguments: [
        ("width=30&height=20&method=scale", 320, 160), ("width=320&height=240", 320, 160),
        ("width=321&height=1&method=scale", 640, 320), ("width=800&height=600&method=scale", 800, 400),
        ("width=30&height=20&method=crop", 32, 21), ("width=96&height=96&method=crop", 96, 96),
        ("width=97&height=97&method=crop", 320, 320),
    ])
    func thumbnailIsAtLeastTheRequestedSize(query: String, width: Int, height: Int) async throws {
        try await run { server, ana in
            let id = try await ana.keep(
                PictureFile.quarters(width: 1_000, height: 500), type: "image/png", name: "secret.png")
            let thumbnail = try await ask(ana, id, query)
            #expect(thumbnail.status == 200 && thumbnail["content-type"] == "image/jpeg")
            #expect(thumbnail["content-disposition"] == "inline; filename=\"thumbnail\"")
            #expect(thumbnail["x-content-type-options"] == "nosniff")
            #expect(try await size(thumbnail) == PixelSize(width: width, height: height))
            // The ETag matches this size only.
            let tag = try #require(thumbnail["etag"])
            let path = "/_matrix/client/v1/media/thumbnail/localhost/\(id)"
            #expect(try await ana.fetch("\(path)?\(query)", ["If-None-Match": tag]).status == 304)
            #expect(
                try await ana.fetch("\(path)?width=640&height=1", ["If-None-Match": tag]).status
                    == (width == 640 ? 304 : 200))
        }
    }

    @Test func smallPictureIsUnchangedAndAnimationBecomesStill() async throws {
        try await run { server, ana in
            let png = PictureFile.quarters(width: 30, height: 20)
            let id = try await ana.keep(png, type: "image/png")
            for query in ["width=320&height=240", "width=5000&height=5000", "width=96&height=96&method=crop"] {
                let thumbnail = try await ask(ana, id, query)
                #expect(thumbnail["content-type"] == "image/png")
                #expect(thumbnail.bytes == png, "\(query)")
            }
            let gif = try await ana.keep(PictureFile.gif, type: "image/gif")
            #expect(try await ask(ana, gif, "width=32&height=32&animated=true").bytes == PictureFile.gif)
            for query in ["width=32&height=32&animated=false", "width=32&height=32", "width=9000&height=1"] {
                let still = try await ask(ana, gif, query)
                #expect(still.status == 200 && still.bytes != PictureFile.gif, "\(query)")
                #expect(["image/png", "image/jpeg"].contains(still["content-type"]))
            }
        }
    }

    @Test func pngIsAnimatedIfMarkedBeforeItsFirstFrame() {
        var png = PictureFile.quarters(width: 8, height: 8)
        #expect(StillPicture.isStill(png))
        #expect(!StillPicture.isStill(Array(png.prefix(40))))
        png.insert(contentsOf: [0, 0, 0, 8] + Array("acTL".utf8) + [UInt8](repeating: 0, count: 12), at: 33)
        #expect(!StillPicture.isStill(png))
        #expect(!StillPicture.isStill(PictureFile.gif) && !StillPicture.isStill([]))
        #expect(StillPicture.isStill([0xFF, 0xD8, 0xFF, 0xE0]))
    }

    @Test func thumbnailIsGeneratedOnce() async throws {
        let sandbox = try Sandbox()
        let program = try sandbox.program("echo x >> \(sandbox.path)/runs; exec \(ProgramLocation.confab) \"$@\"")
        try await run(program) { server, ana in
            let id = try await ana.keep(PictureFile.quarters(width: 400, height: 400), type: "image/png")
            let broken = try await ana.keep(
                Array(PictureFile.quarters(width: 400, height: 400).dropLast(9_000)), type: "image/png")
            for _ in 0..<3 {
                #expect(try await ask(ana, id, "width=96&height=96&method=crop").status == 200)
                #expect(try await ask(ana, broken, "width=96&height=96&method=crop").status == 400)
            }
            // The same bytes give the same thumbnail, whoever uploaded them.
            let again = try await ana.keep(PictureFile.quarters(width: 400, height: 400), type: "image/png", name: "b")
            #expect(try await ask(ana, again, "width=90&height=90&method=crop").status == 200)
            let runs = try String(contentsOfFile: sandbox.path + "/runs", encoding: .utf8)
            #expect(runs == "x\nx\n")
        }
    }

    @Test func maliciousPictureGetsASpecificError() async throws {
        try await run { server, ana in
            let whole = PictureFile.quarters(width: 200, height: 200)
            let cases: [([UInt8], Int, String)] = [
                (PictureFile.claim(width: 100_000, height: 100_000), 413, "M_TOO_LARGE"),
                (PictureFile.claim(width: 5_000, height: 5_000), 400, "M_UNKNOWN"),
                (Array(whole.prefix(whole.count / 2)), 400, "M_UNKNOWN"),
                (Array(whole.prefix(20)), 400, "M_UNKNOWN"),
            ]
            for (bytes, status, code) in cases {
                let id = try await ana.keep(bytes, type: "image/png")
                for _ in 0..<2 {
                    let answer = try await ana.ask(.GET, "v1/media/thumbnail/localhost/\(id)?width=32&height=32")
                    #expect(answer.status == status && answer.code == code, "\(bytes.count) bytes")
                }
            }
            // Even a decompression bomb gives a small picture once it is scaled down.
            let bomb = try await ana.keep(PictureFile.bomb(width: 5_000, height: 4_000), type: "image/png")
            #expect(try await ask(ana, bomb, "width=32&height=32&method=crop").status == 200)
            // The declared type doesn't matter: the content is no picture, and it is never rendered.
            let other = try await ana.keep(Array("<svg onload='alert(1)'/>".utf8), type: "image/png")
            let answer = try await ask(ana, other, "width=32&height=32")
            #expect(answer["x-content-type-options"] == "nosniff" && answer["content-type"] == "image/png")
        }
    }

    @Test func randomlyDamagedPicturesDoNotBreakThumbnails() async throws {
        try await run { server, ana in
            var random = SeededGenerator(seed: .random(in: 0...(.max)))
            let whole = PictureFile.quarters(width: 60, height: 60)
            for _ in 0..<25 {
                var bytes = whole
                for _ in 0..<Int.random(in: 1...20, using: &random) {
                    bytes[Int.random(in: 8..<bytes.count, using: &random)] = .random(in: 0...255, using: &random)
                }
                let answer = try await ask(
                    ana, try await ana.keep(bytes, type: "image/png"), "width=32&height=32&method=crop")
                #expect([200, 400, 413].contains(answer.status), "\(bytes)")
            }
            let id = try await ana.keep(whole, type: "image/png")
            #expect(try await ask(ana, id, "width=32&height=32&method=crop").status == 200)
        }
    }

    @Test func concurrentAndWaitingThumbnailsAreLimited() async throws {
        let sandbox = try Sandbox()
        let program = try sandbox.program(
            "echo x >> \(sandbox.path)/runs; while [ ! -e \(sandbox.path)/go ]; do sleep 0.05; done; "
                + "exec \(ProgramLocation.confab) \"$@\"")
        try await run(program, limits: { $0.thumbnailsWaiting = 1 }) { server, ana in
            var ids: [String] = []
            for side in [100, 101, 102, 103] {
                ids.append(try await ana.keep(PictureFile.quarters(width: side, height: side), type: "image/png"))
            }
            let asked = ids.map { id in Task { try await ask(ana, id, "width=32&height=32&method=crop").status } }
            func runs() -> Int { (FileManager.default.contents(atPath: sandbox.path + "/runs") ?? Data()).count / 2 }
            // Three of the four run at once or wait. The last one is refused, whichever it is.
            try await waitUntil("two are made") { runs() == 2 }
            let ended = await withTaskGroup(of: Int?.self) { group in
                for task in asked { group.addTask { try? await task.value } }
                let first = await group.next() ?? nil
                #expect(runs() == 2)
                _ = FileManager.default.createFile(atPath: sandbox.path + "/go", contents: nil)
                var rest: [Int?] = [first]
                for await status in group { rest.append(status) }
                return rest
            }
            #expect(ended.first == 429)
            #expect(ended.dropFirst().allSatisfy { $0 == 200 })
        }
    }

    @Test func thumbnailCacheStaysWithinItsLimit() async throws {
        try await run(limits: { $0.thumbnailBytes = 12_000 }) { server, ana in
            for side in 200..<230 {
                let id = try await ana.keep(PictureFile.quarters(width: side, height: side), type: "image/png")
                #expect(try await ask(ana, id, "width=96&height=96&method=crop").status == 200)
                let folder = server.directory + "/media/thumbnails/"
                let sizes = try thumbnails(server).map {
                    try FileManager.default.attributesOfItem(atPath: folder + $0)[.size] as? Int ?? 0
                }
                #expect(sizes.reduce(0, +) <= 12_000)
                #expect(!sizes.isEmpty)
            }
        }
    }
}

/// The decoding library is not linked into the program.
private enum DecodedPictures {
    static let areThere: Bool = {
        guard let handle = dlopen("libgdk_pixbuf-2.0.so.0", RTLD_LAZY | RTLD_LOCAL) else { return false }
        dlclose(handle)
        return true
    }()
}

extension Sandbox {
    /// - Returns: The path of an executable with a shell script.
    fileprivate func program(_ line: String) throws -> String {
        let path = "\(self.path)/program"
        try Data("#!/bin/sh\n\(line)\n".utf8).write(to: URL(filePath: path))
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: path)
        return path
    }
}
