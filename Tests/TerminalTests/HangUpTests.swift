import Glibc
import Testing

@testable import Terminal

/// Tests the end of a terminal whose window was closed. Serialized, because ncurses has one screen.
@MainActor
@Suite(.serialized, .timeLimit(.minutes(5))) struct HangUpTests {
    /// A failed write can be noticed before the end of the input.
    @Test func pasteWithoutEndIsDeliveredWhenAWriteFails() throws {
        _ = TextLocale.canMeasure
        let input = try Pseudoterminal()
        let output = try Pseudoterminal()
        let session = try TerminalSession(
            device: TerminalDevice(input: input.device, output: output.device),
            type: TerminalType(name: "xterm-256color"))
        defer { session.close() }
        var log: [String] = []
        session.onInput = { log.append("\($0)") }
        session.onHangUp = { log.append("end") }
        session.present(Frame(size: session.size))
        #expect(log.isEmpty)

        try input.type("half\u{1B}[200~ a li")
        output.hangUp()
        session.redraw()

        let text = Array("half").map { "\(TerminalInput.key(Key(.character($0))))" }
        #expect(log == text + ["\(TerminalInput.paste(" a li"))", "end"])
    }
}

/// Two ends of a terminal in raw mode.
private final class Pseudoterminal {
    let device: Int32
    private var master: Int32

    // TIOCSPTLCK and TIOCGPTN, which Swift does not import.
    private static let unlock: UInt = 0x4004_5431
    private static let getNumber: UInt = 0x8004_5430

    init() throws {
        master = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
        var unlocked: Int32 = 0
        var number: UInt32 = 0
        try #require(master >= 0 && ioctl(master, Self.unlock, &unlocked) == 0)
        try #require(ioctl(master, Self.getNumber, &number) == 0)
        device = open("/dev/pts/\(number)", O_RDWR | O_NOCTTY | O_CLOEXEC)
        let modes = UnsafeMutablePointer<termios>.allocate(capacity: 1)
        defer { modes.deallocate() }
        try #require(device >= 0 && tcgetattr(device, modes) == 0)
        cfmakeraw(modes)
        try #require(tcsetattr(device, TCSANOW, modes) == 0)
    }

    deinit {
        hangUp()
        close(device)
    }

    /// Returns once the text can be read from the device.
    func type(_ text: String) throws {
        let bytes = Array(text.utf8)
        try #require(write(master, bytes, bytes.count) == bytes.count)
        var available: Int32 = 0
        while available < Int32(bytes.count) { try #require(ioctl(device, UInt(FIONREAD), &available) == 0) }
    }

    func hangUp() {
        if master >= 0 { close(master) }
        master = -1
    }
}
