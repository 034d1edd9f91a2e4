import Glibc
import Terminal

/// Text outside of a screen, in the charset of the locale: arguments, typed lines, standard output and errors.
///
/// JSON and exports are read by programs. They are in UTF-8 in any locale, and are printed without this type.
enum LocaleText {
    private static var charset: TerminalCharset { .ofLocale }

    /// The charset of standard output. A pipe in a locale without a charset, as of `cron`, takes UTF-8, so that nothing
    /// is lost on the way to a file or program.
    private static let printed: TerminalCharset =
        charset == .ascii && isatty(STDOUT_FILENO) == 0 ? .utf8 : charset

    /// Prints text. Letters that the charset lacks are spelled in ASCII.
    static func print(_ text: String, terminator: String = "\n") {
        guard printed != .utf8 else { return Swift.print(text, terminator: terminator) }
        // `Swift.print` writes UTF-8 only. Both it and `putchar` write to C's buffer of standard output, so that their
        // output stays in order.
        for byte in printed.encode(text + terminator) { putchar(Int32(byte)) }
    }

    /// Prints lines: JSON in UTF-8, and text for people.
    static func print(_ lines: [String], areJSON: Bool) {
        for line in lines { if areJSON { Swift.print(line) } else { print(line) } }
    }

    /// Returns the bytes of text to print.
    static func bytes(_ text: String) -> [UInt8] { printed.encode(text) }

    /// Returns the bytes of an error, which people read, also in a locale without a charset.
    static func errorBytes(_ text: String) -> [UInt8] { charset.encode(text) }

    /// Reads a line of standard input without its line break; `nil` at the end. Bytes that are no character become
    /// U+FFFD.
    static func readLine() -> String? {
        guard case .other = charset else { return Swift.readLine() }
        var bytes: [UInt8] = []
        while let byte = nextByte() {
            guard byte == UInt8(ascii: "\n") else {
                bytes.append(byte)
                continue
            }
            if bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
            return charset.decode(bytes)
        }
        return bytes.isEmpty ? nil : charset.decode(bytes)
    }

    /// Whether printed text keeps all letters of a text.
    static func prints(_ text: String) -> Bool { printed.has(text) }

    /// Decodes input; `nil` if a part of it is no character.
    static func decode(validating bytes: some Sequence<UInt8>) -> String? { charset.decode(validating: bytes) }

    /// The arguments of the program without its name; `nil` if the standard library decodes them, as UTF-8.
    static var arguments: [String]? {
        guard case .other = charset else { return nil }
        return givenArguments.map { charset.decode($0) }
    }

    /// Returns the path in an argument. Its bytes are kept if they are UTF-8, as most names of files are in any
    /// locale; others are decoded by the charset, and the path is UTF-8 then.
    static func path(_ argument: String) -> String { path(argument, among: givenArguments, in: charset) }

    /// - Parameters:
    ///   - argument: a decoded argument, or the value of an option.
    ///   - given: the bytes of all arguments.
    /// - Returns: the argument itself if its bytes are no UTF-8.
    static func path(_ argument: String, among given: [[UInt8]], in charset: TerminalCharset) -> String {
        guard case .other = charset else { return argument }
        // A path may be a part of an argument, as in `--file=PATH` and `unix:PATH`.
        let paths = given.flatMap { word in
            [word[...]] + [UInt8(ascii: "="), UInt8(ascii: ":")].map { mark in word.drop { $0 != mark }.dropFirst() }
        }
        let found = paths.first { charset.decode($0) == argument }
        return found.flatMap { String(validating: $0, as: UTF8.self) } ?? argument
    }

    private static var givenArguments: [[UInt8]] {
        (1..<max(1, Int(CommandLine.argc))).map { place in
            guard let start = CommandLine.unsafeArgv[place] else { return [] }
            return Array(UnsafeRawBufferPointer(start: start, count: Int(strlen(start))))
        }
    }

    /// Returns the next byte of standard input, from the buffer that `readLine` of the standard library uses.
    private static func nextByte() -> UInt8? {
        while true {
            errno = 0
            let byte = getchar()
            if byte >= 0 { return UInt8(byte) }
            if errno != EINTR { return nil }
        }
    }
}
