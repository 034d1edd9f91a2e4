import DurableFiles
import Glibc
import MatrixClient
import Synchronization

/// A file that is being downloaded, possibly resumed. Its name marks it as incomplete, and only the user can read it.
final class PartialFile: Sendable {
    private let path: String
    private let descriptor: CInt
    private let state: Mutex<State>

    private struct State {
        var count: Int64
        var tag: String?
        var isOpen = true
        var failure: MediaError?
    }

    /// Opens the partial file, and keeps its existing bytes.
    init(path: String) throws(MediaError) {
        self.path = path
        descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw .disk(path: path, errno) }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            close(descriptor)
            throw .busy
        }
        let count = Int64(lseek(descriptor, 0, SEEK_END))
        state = Mutex(State(count: max(count, 0), tag: Self.readTag(path)))
    }

    deinit { end() }

    /// The number of bytes on disk.
    var count: Int64 { state.withLock(\.count) }
    /// The server's tag for the existing bytes (ETag). Without it the download can't be resumed.
    var tag: String? { state.withLock(\.tag) }

    /// The local error after ``attempt(_:)`` returned `false`.
    var failure: MediaError? { state.withLock(\.failure) }

    /// Runs the body on the disk thread, so that network threads aren't blocked.
    ///
    /// - Returns: whether the body succeeded.
    func attempt(_ body: @escaping @Sendable (PartialFile) throws(MediaError) -> Void) async -> Bool {
        do throws(MediaError) {
            try await BlockingWork.run { () throws(MediaError) in try body(self) }
            return true
        } catch {
            state.withLock { $0.failure = error }
            return false
        }
    }

    /// Prepares for the bytes of the server's response. Existing bytes are kept if the response continues them, and
    /// discarded if it starts at the beginning.
    ///
    /// - Throws: an error if the response starts at any other offset.
    func begin(_ part: MediaPart) throws(MediaError) {
        if part.offset > 0, part.offset == count { return }
        guard part.offset == 0 else { throw .server(.notMatrix(status: 206)) }
        try empty()
        state.withLock { $0.tag = part.tag }
        try keepTag(part.tag)
    }

    func empty() throws(MediaError) {
        guard ftruncate(descriptor, 0) == 0, lseek(descriptor, 0, SEEK_SET) == 0 else { throw problem }
        state.withLock { ($0.count, $0.tag) = (0, nil) }
    }

    func write(_ bytes: [UInt8]) throws(MediaError) {
        do throws(DurableFileError) {
            try DurableFile.write(bytes, to: descriptor, path: path) { taken in
                state.withLock { $0.count += Int64(taken) }
            }
        } catch {
            throw MediaError(error)
        }
    }

    func start(_ length: Int) throws(MediaError) -> [UInt8] { try read(length, at: 0) }

    func read(_ length: Int, at place: Int64) throws(MediaError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: length)
        var count = 0
        while count < length {
            let read = bytes.withUnsafeMutableBytes {
                pread(descriptor, $0.baseAddress?.advanced(by: count), length - count, off_t(place) + off_t(count))
            }
            guard read >= 0 else { throw problem }
            if read == 0 { break }
            count += read
        }
        return Array(bytes.prefix(count))
    }

    /// Gives the complete file its final name.
    func finish(as name: String) throws(MediaError) {
        do throws(DurableFileError) {
            try DurableFile.finish(descriptor, at: path, as: name)
        } catch {
            throw MediaError(error)
        }
        unlink(path + Self.tagEnding)
    }

    func remove() {
        unlink(path)
        unlink(path + Self.tagEnding)
    }

    func end() {
        let isOpen = state.withLock { state in
            defer { state.isOpen = false }
            return state.isOpen
        }
        if isOpen { close(descriptor) }
    }

    private var problem: MediaError { .disk(path: path, errno) }

    private static let tagEnding = ".tag"
    private static let longestTag = 200

    private static func readTag(_ path: String) -> String? {
        let file = open(path + tagEnding, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: longestTag)
        let count = Glibc.read(file, &bytes, bytes.count)
        return count > 0 ? String(validating: bytes.prefix(count), as: UTF8.self) : nil
    }

    /// Stores the tag. It has to be on disk before the first byte that it belongs to.
    private func keepTag(_ tag: String?) throws(MediaError) {
        unlink(path + Self.tagEnding)
        guard let tag else { return }
        let file = open(path + Self.tagEnding, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard file >= 0 else { throw problem }
        defer { close(file) }
        do throws(DurableFileError) {
            try DurableFile.write(Array(tag.utf8), to: file, path: path + Self.tagEnding)
        } catch {
            throw MediaError(error)
        }
    }
}
