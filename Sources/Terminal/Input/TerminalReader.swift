import Dispatch
import Glibc

/// Reads the input of the terminal as soon as it arrives.
@MainActor
final class TerminalReader {
    var onInput: (TerminalInput) -> Void = { _ in }
    /// Called after the last of the available input.
    var onInputEnd: () -> Void = {}
    /// Called once when the terminal is gone. It calls ``finish()``.
    var onEnd: () -> Void = {}

    private let descriptor: Int32
    private var parser: InputParser
    private var isStarted = false
    /// The number of reads. A timer uses it to detect input since it was set.
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

    /// Delivers incomplete input, because the program ends or the terminal is gone.
    func finish() {
        if isStarted { _ = read() }
        deliver(parser.finish())
    }

    /// Expects the response to the background color query.
    func awaitBackground() { parser.awaitsBackground = true }

    /// Expects this number of responses to cursor position queries.
    func awaitCursor(times count: Int) { parser.awaitedPositions += count }

    /// Expects the responses to the graphics queries.
    func awaitGraphics() { parser.awaitsGraphics = true }

    /// Stops reading, and leaves further input to other programs.
    func stop() {
        isStarted = false
        MainLoop.unwatch()
    }

    /// - Returns: whether there was input.
    private func read() -> Bool {
        guard isStarted else { return false }
        // End of file doesn't set `errno`, which would keep an earlier value.
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

    /// - Parameter silence: the time since the last read.
    private func setTimer(after silence: Duration) {
        guard let deadline = parser.deadline else { return }
        let now = reads
        DispatchQueue.main.asyncAfter(deadline: .now() + (deadline - silence) / .seconds(1)) { [weak self] in
            MainActor.assumeIsolated { self?.timeOut(after: deadline, reads: now) }
        }
    }

    private func timeOut(after silence: Duration, reads count: Int) {
        // Under load, the rest of a sequence may already be in the buffer when the timer fires.
        guard count == reads, isStarted, !read() else { return }
        deliver(parser.timeOut(after: silence))
        setTimer(after: silence)
    }

    private func end() {
        stop()
        onEnd()
    }
}
