import CPictures
import Glibc
import Synchronization

/// A process that decodes a picture, from its start to its end. It blocks the calling thread.
final class PictureRun: Sendable {
    private struct State {
        var process: pid_t?
        var isCancelled = false
    }

    private let words: [String]
    private let limits: PictureLimits
    private let mostBytes: Int
    private let state = Mutex(State())

    /// - Parameter mostBytes: The maximum size of its output in bytes.
    init(words: [String], limits: PictureLimits, mostBytes: Int) {
        self.words = words
        self.limits = limits
        self.mostBytes = mostBytes
    }

    func cancel() {
        state.withLock { state in
            state.isCancelled = true
            if let process = state.process { kill(process, SIGKILL) }
        }
    }

    /// Returns the bytes of its output. The process has ended by then.
    func result(of source: PictureSource) -> Result<[UInt8], PictureDecodingError> {
        do throws(PictureDecodingError) {
            if state.withLock({ $0.isCancelled }) { throw .cancelled }
            let input = try source.open(limit: limits.bytes)
            defer { close(input) }
            let output = try start(input: input)
            defer { close(output) }
            let (bytes, problem) = read(output)
            let status = end()
            if state.withLock({ $0.isCancelled }) { throw .cancelled }
            if let problem { throw problem }
            // The output is complete before its process ends, regardless of the exit status.
            guard bytes.isEmpty else { return .success(bytes) }
            throw status & 0x7F == SIGXCPU ? .time : .crashed
        } catch {
            return .failure(error)
        }
    }

    /// - Returns: The descriptor from which its output is read.
    private func start(input: Int32) throws(PictureDecodingError) -> Int32 {
        let arguments = words.map { strdup($0) } + [nil]
        defer { for text in arguments { free(text) } }
        return try state.withLock { state throws(PictureDecodingError) in
            if state.isCancelled { throw .cancelled }
            var (output, process): (Int32, Int32) = (-1, 0)
            let code = confab_picture_start(arguments, input, &output, &process)
            guard code == 0 else { throw .system(code) }
            state.process = process
            return output
        }
    }

    private func read(_ descriptor: Int32) -> (bytes: [UInt8], problem: PictureDecodingError?) {
        let deadline = Self.now + Int64(limits.milliseconds)
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let rest = deadline - Self.now
            guard rest > 0 else { return (bytes, .time) }
            var ready = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            let count = poll(&ready, 1, Int32(clamping: rest))
            if count < 0, errno != EINTR { return (bytes, .system(errno)) }
            guard count > 0 else { continue }
            let came = Glibc.read(descriptor, &piece, piece.count)
            if came < 0, errno == EINTR { continue }
            guard came > 0 else { return (bytes, nil) }
            bytes += piece[..<came]
            guard bytes.count <= mostBytes else { return (bytes, .crashed) }
        }
    }

    /// Kills the process, whose output is complete.
    private func end() -> Int32 {
        state.withLock { state in
            guard let process = state.process else { return 0 }
            kill(process, SIGKILL)
            state.process = nil
            var status: Int32 = 0
            while waitpid(process, &status, 0) < 0, errno == EINTR {}
            return status
        }
    }

    /// The time in milliseconds, of a monotonic clock.
    private static var now: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000
    }
}

/// The limits of a process that decodes a picture. It is ended if it exceeds them.
package struct PictureLimits: Hashable, Sendable {
    /// The memory in bytes, beyond that of the program itself.
    package var memory: Int
    /// The processor time in seconds.
    package var processorSeconds: Int
    /// The time from the start of the process to the end of its output in milliseconds, including all waiting.
    package var milliseconds: Int
    /// The maximum number of pixels. The size in the header of the picture is checked before any pixel is decoded.
    package var pixels: Int
    /// The maximum size of the picture's file in bytes.
    package var bytes: Int

    package init(
        memory: Int = 512 << 20, processorSeconds: Int = 5, milliseconds: Int = 20_000, pixels: Int = 40_000_000,
        bytes: Int = 64 << 20
    ) {
        self.memory = memory
        self.processorSeconds = processorSeconds
        self.milliseconds = milliseconds
        self.pixels = pixels
        self.bytes = bytes
    }
}
