import Glibc
import Synchronization

/// A pseudo-terminal, and the thread that feeds its emulator and sends what is typed.
final class PseudoTerminal: Sendable {
    struct State {
        var emulator: ScreenEmulator
        var bytesReceived = 0
        var pieces = 0
        /// Every byte that came, up to a megabyte from the start.
        var output: [UInt8] = []
        var toSend: [UInt8] = []
        /// When the last of what was typed began to go out.
        var lastSent = ContinuousClock.now
        /// Sees each piece of output once the emulator has taken it, until it answers that it has seen enough.
        var watch: (@Sendable (ScreenEmulator, OutputTimes) -> Bool)?
        var isStalled = false
        /// A mark was written behind the program's last byte, and it came.
        var awaitsEnd = false
        var hasReachedEnd = false
        var isClosing = false
        var isClosed = false
    }

    let state: Mutex<State>
    /// Kept open, so that the modes can be looked at when the program has ended: the system resets them with the last user.
    let device: Int32
    let path: String
    private let master: Int32
    /// Where the thread hears that there is something to do, and where others tell it.
    private let alarm: Int32
    private let bell: Int32

    // TIOCSPTLCK and TIOCGPTN, which Swift does not import.
    private static let unlock: UInt = 0x4004_5431
    private static let getNumber: UInt = 0x8004_5430

    init(width: Int, height: Int) throws {
        // Not openpty: between it and a flag of its own, a program of another test would inherit the descriptor.
        master = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK)
        var unlocked: Int32 = 0
        var number: UInt32 = 0
        guard master >= 0, ioctl(master, Self.unlock, &unlocked) == 0, ioctl(master, Self.getNumber, &number) == 0
        else {
            throw ScreenFailure.notStarted(program: "a pseudo-terminal", reason: String(cString: strerror(errno)))
        }
        path = "/dev/pts/\(number)"
        device = open(path, O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK)
        var ends: [Int32] = [-1, -1]
        let kind = SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue
        socketpair(AF_UNIX, Int32(kind), 0, &ends)
        (alarm, bell) = (ends[0], ends[1])
        state = Mutex(State(emulator: ScreenEmulator(width: width, height: height)))
        setSize(width: width, height: height)
    }

    /// Starts the thread, which keeps the terminal alive until ``close()``.
    func start() {
        var thread = pthread_t()
        pthread_create(
            &thread, nil,
            { argument in
                if let argument { Unmanaged<PseudoTerminal>.fromOpaque(argument).takeRetainedValue().run() }
                return nil
            }, Unmanaged.passRetained(self).toOpaque())
        pthread_detach(thread)
    }

    func resize(width: Int, height: Int) {
        state.withLock { $0.emulator.resize(width: width, height: height) }
        setSize(width: width, height: height)
    }

    /// Says that it doesn't know its size, which stays as it is.
    func forgetSize() {
        setSize(width: 0, height: 0)
    }

    func send(_ bytes: [UInt8]) {
        state.withLock { $0.toSend += bytes }
        wake()
    }

    /// A stalled terminal takes nothing from the program.
    func setStalled(_ isStalled: Bool) {
        state.withLock { $0.isStalled = isStalled }
        wake()
    }

    /// Whether all has come that the program wrote, which has ended: it may be on its way through the system for long.
    func hasReachedEnd() -> Bool {
        state.withLock { state in
            if state.isClosing || state.isStalled { return true }
            if !state.awaitsEnd {
                var mark = Self.mark
                state.awaitsEnd = write(device, &mark, 1) == 1
            }
            return state.hasReachedEnd
        }
    }

    /// No program of ours writes it.
    private static let mark: UInt8 = 0

    /// Hangs up.
    func close() {
        state.withLock { $0.isClosing = true }
        wake()
    }

    private func setSize(width: Int, height: Int) {
        var size = winsize(
            ws_row: UInt16(clamping: height), ws_col: UInt16(clamping: width), ws_xpixel: 0, ws_ypixel: 0)
        _ = ioctl(master, UInt(TIOCSWINSZ), &size)
    }

    private func wake() {
        // After the end the descriptor may be another's.
        state.withLock { state in
            var ring: UInt8 = 1
            if !state.isClosed { _ = write(bell, &ring, 1) }
        }
    }

    private func run() {
        while true {
            let (isClosing, isStalled, hasMore) = state.withLock { ($0.isClosing, $0.isStalled, !$0.toSend.isEmpty) }
            if isClosing { break }
            var events = Int16(isStalled ? 0 : POLLIN)
            if hasMore { events |= Int16(POLLOUT) }
            var waiting = [
                pollfd(fd: master, events: events, revents: 0), pollfd(fd: alarm, events: Int16(POLLIN), revents: 0),
            ]
            poll(&waiting, 2, -1)
            if waiting[1].revents != 0 {
                var rings = [UInt8](repeating: 0, count: 256)
                _ = read(alarm, &rings, rings.count)
            }
            if waiting[0].revents & Int16(POLLIN) != 0 { receive() }
            if waiting[0].revents & Int16(POLLOUT) != 0 { sendMore() }
        }
        state.withLock { state in
            state.isClosed = true
            Glibc.close(master)
            Glibc.close(device)
            Glibc.close(alarm)
            Glibc.close(bell)
        }
    }

    private func receive() {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        let count = read(master, &buffer, buffer.count)
        let received = ContinuousClock.now
        guard count > 0 else { return }
        state.withLock { state in
            var bytes = buffer[..<count]
            if state.awaitsEnd, bytes.last == Self.mark {
                bytes.removeLast()
                state.hasReachedEnd = true
            }
            state.bytesReceived += bytes.count
            state.pieces += 1
            if state.output.count < 1 << 20 { state.output += bytes }
            state.emulator.feed(bytes)
            let times = OutputTimes(sent: state.lastSent, received: received)
            if state.toSend.isEmpty, let watch = state.watch, watch(state.emulator, times) { state.watch = nil }
        }
    }

    private func sendMore() {
        state.withLock { state in
            // Before the write: the program may have its bytes, and be at work, before this thread goes on.
            let now = ContinuousClock.now
            let count = state.toSend.withUnsafeBytes { write(master, $0.baseAddress, min($0.count, 4_096)) }
            guard count > 0 else { return }
            state.toSend.removeFirst(count)
            state.lastSent = now
        }
    }
}
