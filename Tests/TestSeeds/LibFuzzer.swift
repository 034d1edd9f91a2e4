import Foundation
import Synchronization

/// Inputs that libFuzzer makes from those that reached new code, in a program that was linked with it (`.ci/libfuzzer`).
///
/// It gives an input and wants its end, where a test asks for inputs: it runs on a thread of its own, and each waits for the other.
final class LibFuzzer: Sendable {
    private typealias Callback = @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
    private typealias Arguments = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
    private typealias Driver =
        @convention(c) (UnsafeMutablePointer<CInt>, UnsafeMutablePointer<Arguments?>, Callback) -> CInt

    /// The corpus whose reader it feeds in this process; `nil`: libFuzzer has no part in it.
    static let corpus = ProcessInfo.processInfo.environment["CONFAB_LIBFUZZER"]

    /// How long an input may take, in seconds. Most take milliseconds.
    private static let longest = 30

    // What C calls takes nothing along.
    private static let input = Mutex<[UInt8]>([])
    private static let isGiven = DispatchSemaphore(value: 0)
    private static let isRead = DispatchSemaphore(value: 0)

    private let dictionary: String
    private let hasBegun = Mutex(false)

    /// - Parameters:
    ///   - corpus: a directory of `Tests/Corpus`.
    ///   - words: what it puts between bytes, beside those of the inputs.
    init(corpus: String, words: [[UInt8]]) throws {
        dictionary = NSTemporaryDirectory() + "confab-libfuzzer-\(corpus)"
        try Data(Self.lines(words).utf8).write(to: URL(filePath: dictionary))
    }

    /// Whoever lets it go before libFuzzer ends the process left its test by an error.
    deinit { Self.stop("the test ended") }

    /// The next input, after the one before was read without a fault.
    func next() -> [UInt8] {
        if hasBegun.withLock({ begun in
            defer { begun = true }
            return begun
        }) {
            Self.isRead.signal()
        } else {
            // libFuzzer's own merging needs more than the half megabyte of another thread.
            let thread = Thread { [dictionary] in Self.run(dictionary: dictionary) }
            thread.stackSize = 8 << 20
            thread.start()
        }
        Self.isGiven.wait()
        return Self.input.withLock { $0 }
    }

    /// Ends the process such that libFuzzer keeps the input.
    static func stop(_ reason: String) -> Never {
        print("libFuzzer stops, since \(reason)")
        fflush(nil)
        abort()
    }

    /// Runs until it had its time or a fault is found.
    private static func run(dictionary: String) {
        guard let symbol = dlsym(nil, "LLVMFuzzerRunDriver") else {
            print("CONFAB_LIBFUZZER needs a program that .ci/libfuzzer built.")
            exit(1)
        }
        let drive = unsafeBitCast(symbol, to: Driver.self)
        let given = ProcessInfo.processInfo.environment["CONFAB_LIBFUZZER_ARGUMENTS"] ?? "libfuzzer"
        let all = given.split(separator: "\n").map(String.init) + ["-dict=\(dictionary)"]
        // It keeps them as long as it runs, and it ends with the process.
        var arguments = all.map { word in strdup(word) } + [nil]
        var count = CInt(all.count)
        let status = arguments.withUnsafeMutableBufferPointer { buffer in
            var start = buffer.baseAddress
            return drive(&count, &start) { bytes, count in
                LibFuzzer.input.withLock { $0 = Array(UnsafeBufferPointer(start: bytes, count: count)) }
                LibFuzzer.isGiven.signal()
                // libFuzzer's own limit is a signal, which another thread gets.
                guard LibFuzzer.isRead.wait(timeout: .now() + .seconds(LibFuzzer.longest)) == .success else {
                    LibFuzzer.stop("the input was not read within \(LibFuzzer.longest) s")
                }
                return 0
            }
        }
        exit(status)
    }

    /// The words as libFuzzer reads them.
    private static func lines(_ words: [[UInt8]]) -> String {
        words.map { word in "\"" + word.map { "\\x" + String(256 + Int($0), radix: 16).suffix(2) }.joined() + "\"\n" }
            .joined()
    }
}
