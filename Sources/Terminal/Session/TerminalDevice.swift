import CNcurses
import Glibc

/// The terminal as a device: opened anew, so that not to block is a setting of ours alone and not of the shell's.
@MainActor
final class TerminalDevice {
    let input: Int32
    let output: Int32
    private let original: termios

    /// Opens the terminal that is this process's standard input and output.
    init() throws(TerminalError) {
        guard isatty(STDIN_FILENO) == 1 else { throw .noTerminal(.input) }
        guard isatty(STDOUT_FILENO) == 1 else { throw .noTerminal(.output) }
        var modes = termios()
        guard tcgetattr(STDOUT_FILENO, &modes) == 0 else { throw .failed(String(cString: strerror(errno))) }
        original = modes
        let input = Self.open(STDIN_FILENO)
        let output = Self.open(STDOUT_FILENO)
        guard input >= 0, output >= 0 else {
            let reason = String(cString: strerror(errno))
            if input >= 0 { Glibc.close(input) }
            if output >= 0 { Glibc.close(output) }
            throw .failed(reason)
        }
        self.input = input
        self.output = output
    }

    /// The descriptors stay open until here, also for the way back after a crash.
    func close() {
        Glibc.close(input)
        Glibc.close(output)
    }

    /// Columns and rows. A terminal that doesn't know has those of the environment, else 80 and 24.
    var size: Size { Self.size(of: output) }

    static func size(of descriptor: Int32) -> Size {
        var width: Int32 = 0
        var height: Int32 = 0
        _ = confab_terminal_size(descriptor, &width, &height)
        let known = Size(
            width: width > 0 ? Int(width) : ProcessEnvironment.number("COLUMNS") ?? 80,
            height: height > 0 ? Int(height) : ProcessEnvironment.number("LINES") ?? 24)
        // A terminal may claim any size; the memory for its cells is ours.
        return Size(width: min(known.width, 2_000), height: min(known.height, 1_000))
    }

    /// The pixels of a cell; `nil` where the terminal doesn't say.
    var cell: Size? {
        var (width, height): (Int32, Int32) = (0, 0)
        guard confab_terminal_cell(output, &width, &height) else { return nil }
        return Size(width: Int(width), height: Int(height))
    }

    /// Bytes come and go as they are, one at a time: no echo, no lines, no signals, no CR to LF.
    ///
    /// From now on a crash leads back to the shell's modes; `leave` is written before.
    func makeRaw(leave: [UInt8]) {
        var modes = original
        modes.c_iflag &= ~tcflag_t(IGNBRK | BRKINT | PARMRK | ISTRIP | INLCR | IGNCR | ICRNL | IXON | IXOFF)
        modes.c_oflag &= ~tcflag_t(OPOST)
        modes.c_lflag &= ~tcflag_t(ECHO | ECHONL | ICANON | ISIG | IEXTEN)
        modes.c_cflag &= ~tcflag_t(CSIZE | PARENB)
        modes.c_cflag |= tcflag_t(CS8)
        withUnsafeMutableBytes(of: &modes.c_cc) { characters in
            characters[Int(VMIN)] = 1
            characters[Int(VTIME)] = 0
        }
        armRestore(leave: leave)
        tcsetattr(output, TCSANOW, &modes)
    }

    /// Has a crash or ``restore()`` write these bytes.
    func armRestore(leave: [UInt8]) {
        withUnsafePointer(to: original) { modes in
            leave.withUnsafeBytes { bytes in
                confab_restore_arm(output, modes, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), bytes.count)
            }
        }
    }

    /// Back to the shell's screen and modes.
    func restore() {
        confab_restore_now()
    }

    /// Drops what was typed or pasted and not read: it was not meant for the shell.
    func dropInput() {
        tcflush(input, TCIFLUSH)
    }

    /// The terminal anew, so that a write which it has no room for does not wait; -1 where that can't be.
    static func open(_ descriptor: Int32) -> Int32 {
        let flags = O_RDWR | O_NONBLOCK | O_NOCTTY | O_CLOEXEC
        var name = [CChar](repeating: 0, count: 256)
        if ttyname_r(descriptor, &name, name.count) == 0 {
            let opened = Glibc.open(name, flags)
            if opened >= 0 { return opened }
        }
        // In a container the device's name may not lead to it.
        return Glibc.open("/dev/tty", flags)
    }
}
