import NIOHTTP1
import Testing

@testable import MatrixServer

/// Tests ranges of files, case by case as in RFC 9110, section 14.
@Suite(.timeLimit(.minutes(5))) struct MediaRangeTests {
    @Test func rangeReturnsTheRequestedBytes() async throws {
        let server = try await ServerUnderTest.start()
        let ana = try await server.person("ana")
        let file = Array("0123456789".utf8)
        let id = try await ana.keep(file)
        let parts: [(String, Range<Int>)] = [
            ("bytes=0-0", 0..<1), ("bytes=2-4", 2..<5), ("bytes=9-9", 9..<10), ("bytes=4-", 4..<10),
            ("bytes=0-", 0..<10),
            ("bytes=-3", 7..<10), ("bytes=-10", 0..<10), ("bytes=-11", 0..<10), ("bytes=5-999", 5..<10),
            ("bytes=5-99999999999999999999", 5..<10), ("bytes=-99999999999999999999", 0..<10), ("BYTES= 1-2", 1..<3),
        ]
        for (header, range) in parts {
            let part = try await ana.download(id, ["Range": header])
            #expect(part.status == 206 && part.bytes == Array(file[range]), "\(header)")
            #expect(part["content-range"] == "bytes \(range.lowerBound)-\(range.upperBound - 1)/10", "\(header)")
            #expect(part["content-length"] == "\(range.count)" && part["accept-ranges"] == "bytes")
        }
        for header in ["bytes=10-", "bytes=10-11", "bytes=99999999999999999999-", "bytes=-0"] {
            let none = try await ana.download(id, ["Range": header])
            #expect(none.status == 416 && none["content-range"] == "bytes */10", "\(header)")
        }
        let others = [
            "bytes=0-1,3-4", "bytes=4-2", "bytes=", "bytes=-", "bytes=a-b", "bytes=1", "bytes=1-2-3", "lines=1-2",
            "bytes=+1-2", "bytes", "bytes=0x1-2",
        ]
        for header in others {
            let whole = try await ana.download(id, ["Range": header])
            #expect(whole.status == 200 && whole.bytes == file && whole["content-range"] == nil, "\(header)")
        }
        await server.stop()
    }

    @Test func emptyFileHasNoRange() async throws {
        let server = try await ServerUnderTest.start()
        let ana = try await server.person("ana")
        let id = try await ana.keep([])
        #expect(try await ana.download(id, ["Range": "bytes=0-"]).status == 416)
        #expect(try await ana.download(id, ["Range": "bytes=-5"]).status == 200)
        await server.stop()
    }

    @Test func ifRangeWithAnotherTagReturnsTheWholeFile() async throws {
        let server = try await ServerUnderTest.start()
        let ana = try await server.person("ana")
        let id = try await ana.keep(Array("0123456789".utf8))
        let tag = try #require(try await ana.download(id)["etag"])
        let same = try await ana.download(id, ["Range": "bytes=5-", "If-Range": tag])
        #expect(same.status == 206 && same.bytes == Array("56789".utf8))
        for other in ["\"other\"", "W/\(tag)", "Sat, 21 Nov 2026 13:00:00 GMT"] {
            #expect(try await ana.download(id, ["Range": "bytes=5-", "If-Range": other]).status == 200)
        }
        await server.stop()
    }

    @Test func rangesFetchedInSequenceMakeTheFile() async throws {
        let server = try await ServerUnderTest.start()
        let ana = try await server.person("ana")
        let file = (0..<1_000_000).map { UInt8(truncatingIfNeeded: $0 &* 7 ^ $0 >> 9) }
        let id = try await ana.keep(file)
        var got: [UInt8] = []
        while got.count < file.count {
            let part = try await ana.download(id, ["Range": "bytes=\(got.count)-\(got.count + 99_999)"])
            #expect(part.status == 206)
            got += part.bytes
        }
        // Comparing the arrays within `#expect` would compute a diff of long arrays, which takes too long.
        let isSame = got == file
        #expect(isSame)
        await server.stop()
    }
}
