import CNcurses
import Glibc

/// The likely background of a terminal that has not responded to the query for it.
enum BackgroundGuess {
    /// - Parameter environment: some terminals give their colors in `COLORFGBG`, as in `15;0`, with the
    ///   background last.
    static func color(environment: (String) -> String?) -> RGBColor {
        let last = environment("COLORFGBG")?.split(separator: ";").last.flatMap { UInt8($0) }
        guard let last, last < 16 else { return .black }
        return RGBColor(index: last).isDark ? .black : .white
    }
}

/// Base64 (RFC 4648, section 4). Loading Foundation for it would slow down the start.
enum Base64Text {
    static func encoded(_ bytes: [UInt8]) -> [UInt8] {
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
        var result: [UInt8] = []
        result.reserveCapacity((bytes.count + 2) / 3 * 4)
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let group = bytes[start..<min(start + 3, bytes.count)]
            let bits = group.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - group.count))
            for place in 0..<4 {
                result.append(
                    place <= group.count ? alphabet[bits >> (18 - 6 * place) & 63] : UInt8(ascii: "="))
            }
        }
        return result
    }
}

/// The sequence that puts text on the clipboard: OSC 52, with the text in base64.
enum Clipboard {
    static func sequence(for text: String) -> [UInt8] {
        Array("\u{1B}]52;c;".utf8) + Base64Text.encoded(Array(text.utf8)) + [0x07]
    }
}

/// Tests which emoji of several code points a terminal draws in two columns. Each sample is written to its own row,
/// and the cursor position after it is requested (DSR 6).
enum EmojiWidthProbe {
    /// The second row: in the first row, the response would be the same bytes as the key F3.
    private static let firstRow = 1
    private static let samples: [(text: String, kind: EmojiCluster.Kinds)] = [
        ("👩‍❤\u{FE0F}‍💋‍👨", .joined), ("👍🏽", .toned), ("🏳\u{FE0F}‍🌈", .widened),
    ]

    /// The number of expected responses.
    static var count: Int { samples.count }

    /// Whether the samples fit on the screen.
    static func hasCapacity(in size: Size) -> Bool { size.width >= 20 && size.height > firstRow + samples.count }

    static var bytes: [UInt8] {
        samples.enumerated().flatMap { row, sample in
            Array("\u{1B}[\(firstRow + row + 1);1H\(sample.text)\u{1B}[6n".utf8)
        }
    }

    /// - Parameter cursor: the reported position.
    /// - Returns: the kind of emoji that is drawn as a whole; `nil` if it is not, or if that row has no sample.
    static func answer(_ cursor: Point) -> EmojiCluster.Kinds? {
        let row = cursor.y - firstRow
        return cursor.x == 2 && samples.indices.contains(row) ? samples[row].kind : nil
    }
}

/// The loop of the main thread. It waits for the terminal and for the main queue.
///
/// The thread that reads a key also handles it. A dispatch source would wake another thread first, which takes
/// longer than handling the key.
@MainActor
package enum MainLoop {
    /// Called when there is input to read.
    private static var onReadable: () -> Void = {}

    /// - Parameter onReadable: called on the main actor whenever the terminal has input or is gone. It is called
    ///   again for unread input.
    static func watch(_ descriptor: Int32, onReadable: @escaping () -> Void) {
        self.onReadable = onReadable
        confab_main_watch(descriptor)
    }

    static func unwatch() {
        onReadable = {}
        confab_main_watch(-1)
    }

    /// Runs until the process ends. Call it on the main thread, which must have no other loop.
    package nonisolated static func run() -> Never {
        while true {
            if confab_main_wait() { MainActor.assumeIsolated { onReadable() } }
            confab_main_drain()
        }
    }
}

/// The environment. Loading Foundation for it would slow down the start.
enum ProcessEnvironment {
    /// - Returns: the value; `nil` if the variable is unset or empty. For the variables in use, both mean the same.
    static func value(_ name: String) -> String? {
        guard let value = getenv(name), value.pointee != 0 else { return nil }
        return String(cString: value)
    }

    static func number(_ name: String) -> Int? {
        value(name).flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
    }
}

/// The reason why there is no screen, and what to do.
package enum TerminalError: Error, Hashable, Sendable {
    /// The stream that should be a terminal.
    package enum Stream: Hashable, Sendable { case input, output }

    case noTerminal(Stream)
    case typeMissing
    case typeUnknown(String)
    case typeUnable(String)
    case noTypes
    /// Another error, with the system's message.
    case failed(String)
}
