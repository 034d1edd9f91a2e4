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
    /// `nil` if standard input and output are no terminal, or one that is known not to answer.
    package let answers: TerminalAnswers?

    /// Asks the terminal, and waits at most two seconds for its answers.
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
            hasDesktopNotices: DesktopNotice(nil, environment: ProcessEnvironment.value) != nil,
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

    private static func ask(speaksKitty: Bool) -> TerminalAnswers? {
        guard let device = try? TerminalDevice() else { return nil }
        device.makeRaw(leave: [])
        defer {
            device.restore()
            device.dropInput()
            device.close()
        }
        let questions = TerminalAnswers.questions(speaksKitty: speaksKitty)
        guard write(device.output, questions, questions.count) == questions.count else { return nil }
        var bytes: [UInt8] = []
        let end = milliseconds() + 2_000
        while !TerminalAnswers(bytes).isComplete, bytes.count < 4_096 {
            var ready = pollfd(fd: device.input, events: Int16(POLLIN), revents: 0)
            let rest = end - milliseconds()
            guard rest > 0, poll(&ready, 1, Int32(rest)) > 0 else { break }
            var buffer = [UInt8](repeating: 0, count: 1_024)
            let count = read(device.input, &buffer, buffer.count)
            guard count > 0 else { break }
            bytes += buffer[..<count]
        }
        return TerminalAnswers(bytes)
    }

    private static func milliseconds() -> Int {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return time.tv_sec * 1_000 + time.tv_nsec / 1_000_000
    }
}
