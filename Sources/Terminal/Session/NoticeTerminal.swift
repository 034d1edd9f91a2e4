import Glibc

/// A terminal that shows notifications and on which nothing else is drawn.
@MainActor
package final class NoticeTerminal {
    private let descriptor: Int32
    private var count = 0

    /// - Returns: `nil` if neither standard output nor standard error is a terminal.
    package init?() {
        guard let found = [STDOUT_FILENO, STDERR_FILENO].first(where: { isatty($0) == 1 }) else { return nil }
        descriptor = TerminalDevice.open(found)
        if descriptor < 0 { return nil }
    }

    deinit { close(descriptor) }

    /// Shows a notification, as ``TerminalSession/notify(title:text:desktop:sequence:rings:)`` does.
    package func notify(title: String, text: String, desktop: Bool, sequence: DesktopNotice.Sequence?, rings: Bool) {
        var bytes = rings ? Array("\u{7}".utf8) : []
        if desktop, let notice = DesktopNotice(sequence, environment: ProcessEnvironment.value) {
            count += 1
            bytes += notice.bytes(title: Self.printable(title), text: Self.printable(text), number: count)
        }
        // If the output is stopped by ^S, only the free part of the buffer is written. The write never blocks.
        _ = write(descriptor, bytes, bytes.count)
    }

    private static func printable(_ text: String) -> String {
        text.map { TextLocale.isUTF8 ? TextWidth.drawable($0) : AsciiForm.spelled(TextWidth.drawable($0)) }.joined()
    }
}
