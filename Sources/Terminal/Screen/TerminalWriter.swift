import Dispatch
import Glibc

/// Writes to the terminal without ever waiting for it.
@MainActor
final class TerminalWriter {
    /// Called when a terminal that was full has taken all that was written.
    var onDrained: () -> Void = {}
    /// Called when the terminal is gone.
    var onEnd: () -> Void = {}

    private let descriptor: Int32
    /// What the terminal has not taken yet. Nothing may come before it: it may begin within a sequence.
    private var rest: ArraySlice<UInt8> = []
    /// Only while there is a rest: a terminal that is not full would report so without end.
    private var source: (any DispatchSourceWrite)?

    init(descriptor: Int32) {
        self.descriptor = descriptor
    }

    var isFull: Bool { !rest.isEmpty }

    /// Writes in one call what the terminal takes; the rest follows as it drains. Not to be called while it is full.
    func write(_ bytes: [UInt8]) {
        rest += bytes
        writeRest()
        if isFull, source == nil { waitForRoom() }
    }

    /// Waits for a full terminal a second at most, then gives the rest up.
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

    private func waitForRoom() {
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
