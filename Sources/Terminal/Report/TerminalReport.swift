import CNcurses
import Glibc

/// The known features of the terminal in use, to diagnose problems.
@MainActor
package struct TerminalReport {
    /// `TERM`; `nil` if it is not set.
    package let type: String?
    /// The reason why there can be no screen; `nil` if there can be one.
    package let problem: TerminalError?
    package let isUTF8: Bool
    package let colors: Int
    package let hasBracketedPaste: Bool
    package let hasTitle: Bool
    /// Whether a sequence for desktop notifications is known.
    package let hasDesktopNotices: Bool
    /// `nil` if standard input and output are no terminal, or one that is known not to respond.
    package let answers: TerminalResponses?

    /// Queries the terminal, and waits at most two seconds for its responses.
    package static func make() -> TerminalReport {
        var type: TerminalType?
        var problem: TerminalError?
        do throws(TerminalError) {
            type = try TerminalType()
        } catch {
            problem = error
        }
        let isTerminal = isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1
        let colors =
            switch type?.depth {
            case .direct: 16_777_216
            case .palette: 256
            case .sixteen: 16
            case .eight: 8
            case .some(.none), nil: 0
            }
        return TerminalReport(
            type: ProcessEnvironment.value("TERM"), problem: problem, isUTF8: TextLocale.isUTF8, colors: colors,
            hasBracketedPaste: type?.hasBracketedPaste ?? false, hasTitle: type?.hasTitle ?? false,
            hasDesktopNotices: NotificationSequence(nil, environment: ProcessEnvironment.value) != nil,
            answers: isTerminal && type?.hasBracketedPaste == true
                ? ask(speaksKitty: type?.tellsKittyGraphics == true) : nil)
    }

    /// The width of the terminal on standard output; `nil` if it is no terminal.
    package nonisolated static var columns: Int? {
        var width: Int32 = 0
        var height: Int32 = 0
        guard confab_terminal_size(STDOUT_FILENO, &width, &height), width > 0 else { return nil }
        return Int(width)
    }

    private static func ask(speaksKitty: Bool) -> TerminalResponses? {
        guard let device = try? TerminalDevice() else { return nil }
        device.makeRaw(leave: [])
        defer {
            device.restore()
            device.dropInput()
            device.close()
        }
        let questions = TerminalResponses.questions(speaksKitty: speaksKitty)
        guard write(device.output, questions, questions.count) == questions.count else { return nil }
        var bytes: [UInt8] = []
        let end = milliseconds() + 2_000
        while !TerminalResponses(bytes).isComplete, bytes.count < 4_096 {
            var ready = pollfd(fd: device.input, events: Int16(POLLIN), revents: 0)
            let rest = end - milliseconds()
            guard rest > 0, poll(&ready, 1, Int32(rest)) > 0 else { break }
            var buffer = [UInt8](repeating: 0, count: 1_024)
            let count = read(device.input, &buffer, buffer.count)
            guard count > 0 else { break }
            bytes += buffer[..<count]
        }
        return TerminalResponses(bytes)
    }

    private static func milliseconds() -> Int {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return time.tv_sec * 1_000 + time.tv_nsec / 1_000_000
    }
}

/// The responses of a terminal to queries about its features.
package struct TerminalResponses: Hashable, Sendable {
    /// Its own name, as in `XTerm(379)`, without control characters.
    package let name: String?
    /// The requested private modes, and whether it supports them.
    package let modes: [Int: Bool]
    /// Whether it says that programs may set the clipboard. Few terminals respond to this query.
    package let hasClipboard: Bool?
    /// The graphics that it supports; `nil` for text only.
    package let graphics: TerminalGraphics.Form?
    /// Whether it responded to the last query. If so, it doesn't support the queries without a response.
    package let isComplete: Bool

    /// Queries the name, bracketed paste, focus, synchronized updates, the clipboard and graphics. Any terminal
    /// responds to the last query.
    ///
    /// - Parameter speaksKitty: as in ``GraphicsResponse/question(speaksKitty:)``.
    static func questions(speaksKitty: Bool) -> [UInt8] {
        let own = "\u{1B}[>0q\u{1B}[?2004$p\u{1B}[?1004$p\u{1B}[?2026$p\u{1B}P+q4D73\u{1B}\\"
        return Array(own.utf8) + GraphicsResponse.question(speaksKitty: speaksKitty)
    }

    init(_ bytes: [UInt8]) {
        let text = String(decoding: bytes, as: UTF8.self)
        var modes: [Int: Bool] = [:]
        // DECRPM: 0 means that the mode is unknown, 4 that it is permanently off.
        for match in text.matches(of: /\u{1B}\[\?(\d{1,5});(\d)\$y/) {
            if let mode = Int(match.1) { modes[mode] = match.2 != "0" && match.2 != "4" }
        }
        self.modes = modes
        let given = text.firstMatch(of: /\u{1B}P>\|([^\u{1B}]{1,100})\u{1B}\\/)?.1
        name = given.map { $0.map { TextWidth.drawable($0) }.joined() }
        let attributes = text.firstMatch(of: /\u{1B}\[\?([0-9;]*)c/)?.1
        isComplete = attributes != nil
        let knowsMs = text.firstMatch(of: /\u{1B}P([01])\+r4[dD]73/)?.1
        let says52 = attributes?.split(separator: ";").dropFirst().contains("52") == true
        var parser = InputParser()
        parser.awaitsGraphics = true
        graphics = GraphicsResponse.form(
            of: parser.feed(bytes).compactMap { if case .graphics(let answer) = $0 { answer } else { nil } })
        hasClipboard = says52 || knowsMs == "1" ? true : nil
    }
}
