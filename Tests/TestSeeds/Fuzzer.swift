import Foundation

/// Inputs for parsers of untrusted data: each file of a corpus unchanged, and then random mutations of such files.
/// `CONFAB_FUZZ_SECONDS` sets the duration in seconds; without it there are some hundred inputs. Under
/// `.ci/libfuzzer` the inputs come from libFuzzer.
///
/// If a test fails with an input, add that input to the corpus as a file.
package struct Fuzzer {
    private static let inputs = 300
    private static let longest = 1 << 16

    /// The files of the corpus, and the parts for mutations.
    private let files: [[UInt8]]
    private let words: [[UInt8]]
    private let seed: UInt64
    private let deadline: Date?
    /// A file with the current input, which remains after a crash.
    private let last: URL
    private let libFuzzer: LibFuzzer?
    private var random: SeededGenerator
    private var count = 0
    private var input: [UInt8] = []

    /// Returns `nil` if libFuzzer feeds another parser. Then this one has nothing to do in the process.
    ///
    /// - Parameters:
    ///   - corpus: The name of a directory in `Tests/Corpus`.
    ///   - words: The words that mutations insert, besides words of the files.
    package init?(_ corpus: String, words: [String] = [], test: String = #function) throws {
        let fed = LibFuzzer.corpus
        if let fed, fed != corpus { return nil }
        let directory = URL(filePath: #filePath).appending(path: "../../Corpus/\(corpus)").standardized
        files = try FileManager.default.contentsOfDirectory(atPath: directory.path).sorted().map { name in
            Array(try Data(contentsOf: directory.appending(path: name)))
        }
        self.words = words.map { Array($0.utf8) } + Self.signs
        seed = Seeds.ofThisRun(test)
        random = SeededGenerator(seed: seed)
        let seconds = ProcessInfo.processInfo.environment["CONFAB_FUZZ_SECONDS"].flatMap { Double($0) }
        deadline = seconds.map { Date(timeIntervalSinceNow: $0) }
        last = URL(filePath: NSTemporaryDirectory() + "confab-fuzz-\(corpus)")
        libFuzzer = fed == nil ? nil : try LibFuzzer(corpus: corpus, words: self.words)
    }

    /// Returns the message for a failed check, which tells how to reproduce the input. If the input comes from
    /// libFuzzer, the process aborts, so that libFuzzer notices and keeps the input.
    package func failure(file: String = #fileID, line: Int = #line) -> String {
        if libFuzzer != nil { LibFuzzer.stop("the check failed at \(file):\(line)") }
        return "input \(count) of CONFAB_SEED=\(seed), in base64: \(Data(input).base64EncodedString())"
    }

    /// Returns the next input, or `nil` when it is time to stop.
    package mutating func next() throws -> [UInt8]? {
        if let libFuzzer { return libFuzzer.next() }
        if count >= files.count, deadline.map({ $0 < Date() }) ?? (count >= Self.inputs) {
            print("\(last.lastPathComponent): \(count) inputs")
            // The file may have been removed already.
            try? FileManager.default.removeItem(at: last)
            return nil
        }
        input = count < files.count ? files[count] : changed()
        count += 1
        try Data(input).write(to: last)
        return input
    }

    private mutating func changed() -> [UInt8] {
        var bytes = files.randomElement(using: &random) ?? []
        for _ in 0..<Int.random(in: 1...8, using: &random) {
            let place = Int.random(in: 0...bytes.count, using: &random)
            let end = min(
                bytes.count, place + Int.random(in: 0...1 << Int.random(in: 0...7, using: &random), using: &random))
            switch Int.random(in: 0..<7, using: &random) {
            case 0 where place < bytes.count: bytes[place] ^= 1 << UInt8.random(in: 0...7, using: &random)
            case 1 where place < bytes.count: bytes[place] = UInt8.random(in: 0...255, using: &random)
            case 2: bytes.removeSubrange(place..<end)
            case 3: bytes.insert(contentsOf: bytes[place..<end], at: Int.random(in: 0...bytes.count, using: &random))
            case 4:
                let other = files.randomElement(using: &random) ?? []
                let start = Int.random(in: 0...other.count, using: &random)
                bytes.replaceSubrange(place..<end, with: other[start...].prefix(Int.random(in: 0...64, using: &random)))
            default: bytes.insert(contentsOf: words.randomElement(using: &random) ?? [], at: place)
            }
        }
        return Array(bytes.prefix(Self.longest))
    }

    /// Characters that parsers often mishandle.
    private static let signs: [[UInt8]] =
        [
            "\u{0}", "\u{7F}", "\u{1B}[", "\u{202E}", "\u{301}", "\u{FEFF}", "👨‍👩‍👧", "日本", "-1", "0",
            "9223372036854775807",
            "18446744073709551616", "1e308", "NaN", "true", "null", "\"", "'", "{", "}", "[", "]", ",", ":", "\\",
            "\r\n",
            "\n", " ", "%00", "\\u0000", "\\ud800",
        ].map { Array($0.utf8) } + [[0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80]]
}
