import Glibc
import Synchronization

/// A pseudo-terminal, and the thread that feeds its emulator and writes typed input.
final class PseudoTerminal: Sendable {
    struct State {
        var emulator: ScreenEmulator
        var bytesReceived = 0
        var pieces = 0
        /// All received bytes, up to a megabyte from the start.
        var output: [UInt8] = []
        var toSend: [UInt8] = []
        /// The time at which the last typed input began to be written.
        var lastSent = ContinuousClock.now
        /// A callback for each piece of output that the emulator has processed. It returns `true` to end the
        /// observation.
        var watch: (@Sendable (ScreenEmulator, OutputTimes) -> Bool)?
        var isStalled = false
        /// Whether a mark was written after the program's last byte, and whether the mark arrived.
        var awaitsEnd = false
        var hasReachedEnd = false
        var isClosing = false
        var isClosed = false
    }

    let state: Mutex<State>
    /// The device is kept open to check the modes after the program has ended, because the system resets them with
    /// the last user.
    let device: Int32
    let path: String
    private let master: Int32
    /// The end of a socket on which the thread is woken, and the end on which others wake it.
    private let alarm: Int32
    private let bell: Int32

    // TIOCSPTLCK and TIOCGPTN, which Swift does not import.
    private static let unlock: UInt = 0x4004_5431
    private static let getNumber: UInt = 0x8004_5430

    init(width: Int, height: Int) throws {
        // Instead of `openpty`, after which the close-on-exec flag would be set too late: a program of another test
        // could inherit the descriptor.
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

    /// - Parameter late: output that arrives after the change, although the program wrote it before.
    func resize(width: Int, height: Int, late: [UInt8] = []) {
        state.withLock {
            $0.emulator.resize(width: width, height: height)
            $0.emulator.feed(late)
        }
        setSize(width: width, height: height)
    }

    /// Reports an unknown size. The emulator's size stays.
    func forgetSize() {
        setSize(width: 0, height: 0)
    }

    func send(_ bytes: [UInt8]) {
        state.withLock { $0.toSend += bytes }
        wake()
    }

    /// Stops or resumes reading the program's output.
    func setStalled(_ isStalled: Bool) {
        state.withLock { $0.isStalled = isStalled }
        wake()
    }

    /// Whether all output of a program that has ended arrived. The system may deliver it late.
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

    /// A byte that the program never writes.
    private static let mark: UInt8 = 0

    /// Hangs up the terminal.
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
        // After the close, another file may have the descriptor.
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
            // The time is taken before the write, because the program may process the bytes before this thread
            // continues.
            let now = ContinuousClock.now
            let count = state.toSend.withUnsafeBytes { write(master, $0.baseAddress, min($0.count, 4_096)) }
            guard count > 0 else { return }
            state.toSend.removeFirst(count)
            state.lastSent = now
        }
    }
}
