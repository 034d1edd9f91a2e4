import Dispatch
import Glibc

/// Reads what the terminal sends, as soon as it is there.
@MainActor
final class TerminalReader {
    var onInput: (TerminalInput) -> Void = { _ in }
    /// Called after the last of what came at once.
    var onInputEnd: () -> Void = {}
    /// Called once, when the terminal is gone.
    var onEnd: () -> Void = {}

    private let descriptor: Int32
    private var parser: InputParser
    private var isStarted = false
    /// Counts reads, so that a timer knows whether something came since it was set.
    private var reads = 0

    init(descriptor: Int32, parser: InputParser) {
        self.descriptor = descriptor
        self.parser = parser
    }

    func start() {
        isStarted = true
        MainLoop.watch(descriptor) { [weak self] in _ = self?.read() }
        setTimer(after: .zero)
    }

    /// Delivers what was pasted so far: the program ends, or the terminal is gone.
    func finish() {
        if isStarted { _ = read() }
        deliver(parser.finish())
    }

    /// The terminal is asked for its background: an answer is on its way, or none.
    func awaitBackground() { parser.awaitsBackground = true }

    /// The terminal is asked where its cursor is, as often as this.
    func awaitCursor(times count: Int) { parser.awaitedPositions += count }

    /// The terminal is asked how it shows pixels: answers are on their way.
    func awaitGraphics() { parser.awaitsGraphics = true }

    /// Leaves what comes from now on to others.
    func stop() {
        isStarted = false
        MainLoop.unwatch()
    }

    /// - Returns: whether something came.
    private func read() -> Bool {
        guard isStarted else { return false }
        // The end of the terminal is no error, and leaves that of an earlier read.
        errno = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: 65_536) { buffer, count in
            count = max(0, Glibc.read(descriptor, buffer.baseAddress, buffer.count))
        }
        if bytes.isEmpty {
            if errno != EAGAIN, errno != EINTR { end() }
            return false
        }
        reads += 1
        deliver(parser.feed(bytes))
        setTimer(after: .zero)
        return true
    }

    private func deliver(_ inputs: [TerminalInput]) {
        guard !inputs.isEmpty else { return }
        for input in inputs { onInput(input) }
        onInputEnd()
    }

    /// - Parameter silence: since the last read.
    private func setTimer(after silence: Duration) {
        guard let deadline = parser.deadline else { return }
        let now = reads
        DispatchQueue.main.asyncAfter(deadline: .now() + (deadline - silence) / .seconds(1)) { [weak self] in
            MainActor.assumeIsolated { self?.timeOut(after: deadline, reads: now) }
        }
    }

    private func timeOut(after silence: Duration, reads count: Int) {
        // Under load the rest of a sequence may have waited for us, and not we for it.
        guard count == reads, isStarted, !read() else { return }
        deliver(parser.timeOut(after: silence))
        setTimer(after: silence)
    }

    private func end() {
        deliver(parser.finish())
        stop()
        onEnd()
    }
}
