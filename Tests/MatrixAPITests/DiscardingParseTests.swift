import Glibc
import MatrixAPI
import Testing

/// Tests that a large response is not in memory together with everything parsed from it.
@Suite(.timeLimit(.minutes(5))) struct DiscardingParseTests {
    /// An object of about twelve megabytes.
    private static let text: [UInt8] = {
        let lines = (0..<12_000).map { "{\"number\":\($0),\"body\":\"\(String(repeating: "x", count: 1_000))\"}" }
        return Array("{\"next_batch\":\"s1\",\"events\":[\(lines.joined(separator: ","))]}".utf8)
    }()

    @Test func discardingParseReadsTheSameAndFreesTheBytes() throws {
        let text = Self.text
        let memory = try #require(
            mmap(nil, text.count, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0))
        defer { munmap(memory, text.count) }
        memory.copyMemory(from: text, byteCount: text.count)
        let bytes = UnsafeBufferPointer(start: memory.assumingMemoryBound(to: UInt8.self), count: text.count)
        var broken: [Int] = []
        let parsed = try JSONValue(parsingAndDiscardingEvents: bytes, maximumDepth: 100, broken: &broken)
        #expect(broken.isEmpty)
        #expect(try parsed == JSONValue(parsing: text))
        #expect(parsed["events"]?.array?.count == 12_000)
        // Discarded pages read as zeros, except for one at each end of a step.
        #expect(bytes.prefix(8 << 20).count { $0 != 0 } <= 4 * Int(getpagesize()))
    }

    /// The repair would have to read the whole list again, whose beginning was discarded.
    @Test func repairThatNeedsDiscardedBytesIsRefused() throws {
        var text = Self.text
        let end = try #require(text.lastIndex(of: UInt8(ascii: "]")))
        text.insert(contentsOf: Array("{\"last\":1}".utf8), at: end)
        let whole = text.withUnsafeBufferPointer { buffer -> JSONValue? in
            var broken: [Int] = []
            return try? JSONValue(parsingAndDiscardingEvents: buffer, broken: &broken)
        }
        #expect(whole == nil)
        // An event near the current position is repaired as usual.
        text = Self.text
        text.replaceSubrange(end..<end, with: Array(",{\"number\":NaN}".utf8))
        var broken: [Int] = []
        let parsed = text.withUnsafeBufferPointer { try? JSONValue(parsingAndDiscardingEvents: $0, broken: &broken) }
        #expect(parsed?["events"]?.array?.count == 12_001)
        #expect(broken.count == 1)
    }

    @Test func noncontiguousBytesParseLikeContiguousOnes() throws {
        let text = Array(#"{"a":[1,"b",{"c":null}]}"#.utf8)
        let pieces = text.lazy.filter { _ in true }
        #expect(try JSONValue(parsing: pieces) == JSONValue(parsing: text))
        #expect(try JSONValue(parsing: text[...]) == JSONValue(parsing: text))
        #expect(throws: JSONError.self) { try JSONValue(parsing: text.dropLast()) }
    }

    @Test func discardingKeepsBytesOutsideWholePages() {
        var bytes = [UInt8](repeating: 7, count: 64 << 10)
        bytes.withUnsafeBytes { MemoryPages.discard(UnsafeRawBufferPointer(rebasing: $0[100..<200])) }
        #expect(bytes.allSatisfy { $0 == 7 })
        bytes[0] = 7
        bytes.withUnsafeBytes { MemoryPages.discard(UnsafeRawBufferPointer(rebasing: $0[..<20_000])) }
        #expect(bytes[20_480...].allSatisfy { $0 == 7 })
    }
}
