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

    init() throws {
        master = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC)
        try #require(master >= 0 && grantpt(master) == 0 && unlockpt(master) == 0)
        device = open(try #require(ptsname(master)), O_RDWR | O_NOCTTY | O_CLOEXEC)
        var modes = termios()
        try #require(device >= 0 && tcgetattr(device, &modes) == 0)
        cfmakeraw(&modes)
        try #require(tcsetattr(device, TCSANOW, &modes) == 0)
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
