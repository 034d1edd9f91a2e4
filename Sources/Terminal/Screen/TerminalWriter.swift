import Dispatch
import Glibc

/// Writes to the terminal without blocking.
@MainActor
final class TerminalWriter {
    /// Called when a full terminal buffer has been drained completely.
    var onDrained: () -> Void = {}
    /// Called when the terminal is gone.
    var onEnd: () -> Void = {}

    private let descriptor: Int32
    /// The unwritten bytes. They must be written before others, since they may begin within a sequence.
    private var rest: ArraySlice<UInt8> = []
    /// The write source. It only exists while bytes remain, because it would fire constantly otherwise.
    private var source: (any DispatchSourceWrite)?

    init(descriptor: Int32) {
        self.descriptor = descriptor
    }

    var isFull: Bool { !rest.isEmpty }

    /// Writes as much as the terminal accepts in one call. The rest follows as its buffer drains. This must not be
    /// called while bytes remain (``isFull``).
    func write(_ bytes: [UInt8]) {
        rest += bytes
        writeRest()
        if isFull, source == nil { waitForCapacity() }
    }

    /// Writes the remaining bytes, and waits at most a second for a terminal whose buffer is full. Then it drops the
    /// rest.
    func finish() {
        let end = ContinuousClock.now + .seconds(1)
        while isFull, ContinuousClock.now < end {
            var full = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
            poll(&full, 1, 100)
            writeRest()
        }
        rest = []
        source?.cancel()
        source = nil
    }

    private func writeRest() {
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count > 0 {
                rest = rest.dropFirst(count)
            } else if errno == EAGAIN {
                return
            } else if errno != EINTR {
                rest = []
                return onEnd()
            }
        }
        rest = []
    }

    private func waitForCapacity() {
        let source = DispatchSource.makeWriteSource(fileDescriptor: descriptor, queue: .main)
        source.setEventHandler { [weak self] in
            MainActor.assumeIsolated { self?.drain() }
        }
        self.source = source
        source.resume()
    }

    private func drain() {
        writeRest()
        guard !isFull else { return }
        source?.cancel()
        source = nil
        onDrained()
    }
}
