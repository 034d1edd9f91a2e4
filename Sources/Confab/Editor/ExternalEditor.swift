import Foundation

/// The person's own editor at work on a draft, in the terminal that the program lent it.
@MainActor
final class ExternalEditor {
    private let command: EditorCommand
    private let directory: String
    private let worker = DispatchQueue(label: "im.confab.editor")
    private var child: pid_t?

    /// More than anybody writes: a message holds 60,000 bytes.
    private nonisolated static let maximumBytes = 10_000_000
    private nonisolated static let notFound =
        "no editor was found: set VISUAL or EDITOR to one, as in EDITOR=nano"

    init(directory: String, environment: [String: String] = ProcessInfo.processInfo.environment) {
        command = EditorCommand(environment: environment)
        self.directory = directory
    }

    /// Returns the text as it is once the editor ended. The file is gone then; nobody else could read it meanwhile.
    func edit(_ text: String) async throws(ProgramError) -> String {
        let path = "\(directory)/draft-\(getpid()).md"
        unlink(path)
        defer { unlink(path) }
        try Self.write(text, to: path)
        let child = try Self.spawn(command.words + [path])
        self.child = child
        let status = await withCheckedContinuation { continuation in
            worker.async { continuation.resume(returning: Self.wait(for: child)) }
        }
        self.child = nil
        guard status == 0 else {
            let end = status & 0x7F == 0 ? "ended with status \(status >> 8 & 0xFF)" : "was ended by a signal"
            throw .editor(reason: "\(command.words[0]) \(end)")
        }
        return try Self.read(path)
    }

    /// The program ends, and the terminal is nobody's to edit in.
    func end() {
        if let child { kill(child, SIGTERM) }
    }

    private nonisolated static func wait(for child: pid_t) -> Int32 {
        var status: Int32 = 0
        while waitpid(child, &status, 0) < 0 {
            if errno != EINTR { return -1 }
        }
        return status
    }

    private static func write(_ text: String, to path: String) throws(ProgramError) {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw .editor(reason: String(cString: strerror(errno))) }
        defer { close(descriptor) }
        // Editors end a file with a line break, and may say so where there is none.
        var bytes = ArraySlice((text.isEmpty ? "" : text + "\n").utf8)
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
            guard count > 0 else { throw .editor(reason: String(cString: strerror(errno))) }
            bytes = bytes.dropFirst(count)
        }
    }

    private static func read(_ path: String) throws(ProgramError) -> String {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .editor(reason: "the file is gone: \(String(cString: strerror(errno)))") }
        let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        guard let data = try? file.read(upToCount: maximumBytes + 1) ?? Data() else {
            throw .editor(reason: "the file can't be read")
        }
        guard data.count <= maximumBytes else { throw .editor(reason: "the file has more than 10 MB") }
        let text = String(decoding: data, as: UTF8.self)
        return text.hasSuffix("\n") ? String(text.dropLast()) : text
    }

    /// The editor has the terminal, its own signals, and none of our files.
    private static func spawn(_ words: [String]) throws(ProgramError) -> pid_t {
        for name in (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? [] {
            if let descriptor = Int32(name), descriptor > STDERR_FILENO { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
        }
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF) | Int16(POSIX_SPAWN_SETSIGMASK))
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        sigfillset(&signals)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        let arguments = words.map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        var child: pid_t = 0
        switch posix_spawnp(&child, words[0], nil, &attributes, arguments, environ) {
        case 0: return child
        case ENOENT: throw .editor(reason: "\(words[0]) is not installed; \(notFound)")
        case let error: throw .editor(reason: "\(words[0]): \(String(cString: strerror(error)))")
        }
    }
}
