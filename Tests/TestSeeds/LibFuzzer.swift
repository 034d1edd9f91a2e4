import Foundation
import Synchronization

/// Inputs that libFuzzer mutates from those that reached new code, in a program that was linked with it
/// (`.ci/libfuzzer`).
///
/// libFuzzer calls a function with an input, while a test requests inputs. Therefore it runs on a separate thread,
/// and each side waits for the other.
final class LibFuzzer: Sendable {
    private typealias Callback = @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
    private typealias Arguments = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
    private typealias Driver =
        @convention(c) (UnsafeMutablePointer<CInt>, UnsafeMutablePointer<Arguments?>, Callback) -> CInt

    /// The corpus whose parser it feeds in this process. `nil` if libFuzzer is not used.
    static let corpus = ProcessInfo.processInfo.environment["CONFAB_LIBFUZZER"]

    /// The maximum duration of an input, in seconds. Most take milliseconds.
    private static let longest = 30

    // A C callback can't capture context, so the state is static.
    private static let input = Mutex<[UInt8]>([])
    private static let isGiven = DispatchSemaphore(value: 0)
    private static let isRead = DispatchSemaphore(value: 0)

    private let dictionary: String
    private let hasBegun = Mutex(false)

    /// - Parameters:
    ///   - corpus: The name of a directory in `Tests/Corpus`.
    ///   - words: The words that libFuzzer inserts, besides those of the inputs.
    init(corpus: String, words: [[UInt8]]) throws {
        dictionary = NSTemporaryDirectory() + "confab-libfuzzer-\(corpus)"
        try Data(Self.lines(words).utf8).write(to: URL(filePath: dictionary))
    }

    /// If the object is deallocated before libFuzzer ends the process, its test failed with an error.
    deinit { Self.stop("the test ended") }

    /// Returns the next input, after the previous one was handled without a fault.
    func next() -> [UInt8] {
        if hasBegun.withLock({ begun in
            defer { begun = true }
            return begun
        }) {
            Self.isRead.signal()
        } else {
            // The merging of libFuzzer needs more than the default stack of half a megabyte.
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

    /// Runs until the time is over or a fault is found.
    private static func run(dictionary: String) {
        guard let symbol = dlsym(nil, "LLVMFuzzerRunDriver") else {
            print("CONFAB_LIBFUZZER needs a program that .ci/libfuzzer built.")
            exit(1)
        }
        let drive = unsafeBitCast(symbol, to: Driver.self)
        let given = ProcessInfo.processInfo.environment["CONFAB_LIBFUZZER_ARGUMENTS"] ?? "libfuzzer"
        let all = given.split(separator: "\n").map(String.init) + ["-dict=\(dictionary)"]
        // libFuzzer uses the arguments until the process ends.
        var arguments = all.map { word in strdup(word) } + [nil]
        var count = CInt(all.count)
        let status = arguments.withUnsafeMutableBufferPointer { buffer in
            var start = buffer.baseAddress
            return drive(&count, &start) { bytes, count in
                LibFuzzer.input.withLock { $0 = Array(UnsafeBufferPointer(start: bytes, count: count)) }
                LibFuzzer.isGiven.signal()
                // The limit of libFuzzer raises a signal, which another thread would get.
                guard LibFuzzer.isRead.wait(timeout: .now() + .seconds(LibFuzzer.longest)) == .success else {
                    LibFuzzer.stop("the input was not read within \(LibFuzzer.longest) s")
                }
                return 0
            }
        }
        exit(status)
    }

    /// Returns the words in the format of a libFuzzer dictionary.
    private static func lines(_ words: [[UInt8]]) -> String {
        words.map { word in "\"" + word.map { "\\x" + String(256 + Int($0), radix: 16).suffix(2) }.joined() + "\"\n" }
            .joined()
    }
}
