import CNcurses
import Glibc

/// The terminal device. It is opened again, so that non-blocking mode applies to this process and not to the shell.
@MainActor
final class TerminalDevice {
    let input: Int32
    let output: Int32
    private let original: termios

    /// Opens the terminal that is this process's standard input and output, or that of the descriptors, which stay
    /// open.
    init(input standardInput: Int32 = STDIN_FILENO, output standardOutput: Int32 = STDOUT_FILENO) throws(TerminalError)
    {
        guard isatty(standardInput) == 1 else { throw .noTerminal(.input) }
        guard isatty(standardOutput) == 1 else { throw .noTerminal(.output) }
        var modes = termios()
        guard tcgetattr(standardOutput, &modes) == 0 else { throw .failed(String(cString: strerror(errno))) }
        original = modes
        let input = Self.open(standardInput)
        let output = Self.open(standardOutput)
        guard input >= 0, output >= 0 else {
            let reason = String(cString: strerror(errno))
            if input >= 0 { Glibc.close(input) }
            if output >= 0 { Glibc.close(output) }
            throw .failed(reason)
        }
        self.input = input
        self.output = output
    }

    /// Closes the descriptors. They stay open until here, so that a crash handler can restore the terminal.
    func close() {
        Glibc.close(input)
        Glibc.close(output)
    }

    /// The size in columns and rows. A terminal that doesn't report it has that of the environment, else 80 and 24.
    var size: Size { Self.size(of: output) }

    static func size(of descriptor: Int32) -> Size {
        var width: Int32 = 0
        var height: Int32 = 0
        _ = confab_terminal_size(descriptor, &width, &height)
        let known = Size(
            width: width > 0 ? Int(width) : ProcessEnvironment.number("COLUMNS") ?? 80,
            height: height > 0 ? Int(height) : ProcessEnvironment.number("LINES") ?? 24)
        // A terminal may report any size, but the cells take memory of this process.
        return Size(width: min(known.width, 2_000), height: min(known.height, 1_000))
    }

    /// The size of a cell in pixels; `nil` if the terminal doesn't report it.
    var cell: Size? {
        var (width, height): (Int32, Int32) = (0, 0)
        guard confab_terminal_cell(output, &width, &height) else { return nil }
        return Size(width: Int(width), height: Int(height))
    }

    /// Turns off echo, line editing, signals and the conversion of CR to LF. Bytes are passed on
    /// unchanged and immediately.
    ///
    /// From now on, a crash writes `leave` and restores the shell's modes.
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

    /// Sets the bytes that a crash or ``restore()`` writes.
    func armRestore(leave: [UInt8]) {
        withUnsafePointer(to: original) { modes in
            leave.withUnsafeBytes { bytes in
                confab_restore_arm(output, modes, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), bytes.count)
            }
        }
    }

    /// Restores the shell's screen and modes.
    func restore() {
        confab_restore_now()
    }

    /// Drops unread input, which was not meant for the shell.
    func dropInput() {
        tcflush(input, TCIFLUSH)
    }

    /// Opens the terminal again for non-blocking writes; -1 if it can't be opened.
    static func open(_ descriptor: Int32) -> Int32 {
        let flags = O_RDWR | O_NONBLOCK | O_NOCTTY | O_CLOEXEC
        var name = [CChar](repeating: 0, count: 256)
        if ttyname_r(descriptor, &name, name.count) == 0 {
            let opened = Glibc.open(name, flags)
            if opened >= 0 { return opened }
        }
        // In a container, the device's name may not exist.
        return Glibc.open("/dev/tty", flags)
    }
}
