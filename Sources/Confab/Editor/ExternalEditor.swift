import DurableFiles
import Foundation
import ViewModels

/// Runs the user's own editor on a draft, in the terminal of the program.
@MainActor
final class ExternalEditor {
    private let command: EditorCommand
    private let directory: String
    private let worker = DispatchQueue(label: "im.confab.editor")
    private var child: ChildProcess?

    /// The limit of the edited file. A message holds at most 60,000 bytes.
    private nonisolated static let maximumBytes = 10_000_000
    private nonisolated static let notFound: String =
        .words("editor.no-editor-was-found")

    init(directory: String, environment: [String: String] = ProgramEnvironment.value) {
        command = EditorCommand(environment: environment)
        self.directory = directory
    }

    /// Returns the text after the editor has ended. The file is readable by this user only, and then deleted.
    func edit(_ text: String) async throws(ProgramError) -> String {
        let path = "\(directory)/draft-\(getpid()).md"
        unlink(path)
        defer { unlink(path) }
        try Self.write(text, to: path)
        let child = try Self.start(command.words + [path])
        self.child = child
        let status = await withCheckedContinuation { continuation in
            worker.async { continuation.resume(returning: child.wait()) }
        }
        self.child = nil
        guard status == 0 else {
            let program = command.words[0]
            throw .editor(
                reason: status & 0x7F == 0
                    ? .words("editor.ended-with-status", ["program": program, "status": String(status >> 8 & 0xFF)])
                    : .words("editor.ended-by-signal", ["program": program]))
        }
        return try Self.read(path)
    }

    /// Ends the editor because the program ends.
    func end() {
        if let child { kill(child.processIdentifier, SIGTERM) }
    }

    private static func write(_ text: String, to path: String) throws(ProgramError) {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw .editor(reason: String(cString: strerror(errno))) }
        defer { close(descriptor) }
        // Editors end a file with a line break, and some warn if it is missing.
        let content = text.isEmpty ? "" : text + "\n"
        do throws(DurableFileError) {
            try DurableFile.write(content.utf8, to: descriptor, path: path)
        } catch {
            throw .editor(reason: error.reason)
        }
    }

    private static func read(_ path: String) throws(ProgramError) -> String {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw .editor(reason: .words("editor.file-is-gone", ["reason": String(cString: strerror(errno))]))
        }
        let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        guard let data = try? file.read(upToCount: maximumBytes + 1) ?? Data() else {
            throw .editor(reason: .words("editor.file-cant-be-read"))
        }
        guard data.count <= maximumBytes else { throw .editor(reason: .words("editor.file-has-more-than-10-mb")) }
        let text = String(decoding: data, as: UTF8.self)
        return text.hasSuffix("\n") ? String(text.dropLast()) : text
    }

    /// Starts the editor in the foreground of the terminal.
    private static func start(_ words: [String]) throws(ProgramError) -> ChildProcess {
        do throws(ChildProcess.StartError) {
            return try ChildProcess.start(words, streams: .terminal)
        } catch {
            let isMissing = error.code == ENOENT
            throw .editor(
                reason: isMissing
                    ? .words("editor.is-not-installed", ["program": words[0], "advice": notFound])
                    : "\(words[0]): \(error.reason)")
        }
    }
}

/// The command of the user's editor as a list of words. It runs without a shell.
struct EditorCommand: Equatable {
    let words: [String]

    /// Takes the command from `VISUAL`, else from `EDITOR`, else uses vi.
    init(environment: [String: String]) {
        let named = ["VISUAL", "EDITOR"].lazy.compactMap { environment[$0] }.map(Self.words).first { !$0.isEmpty }
        words = named ?? ["vi"]
    }

    /// Splits a text at blanks, but not within quotation marks or after a backslash.
    static func words(of text: String) -> [String] {
        var words: [String] = []
        var word: String?
        var quote: Character?
        var isEscaped = false
        for character in text {
            if isEscaped {
                word = (word ?? "") + String(character)
                isEscaped = false
            } else if character == "\\", quote != "'" {
                isEscaped = true
            } else if character == quote {
                quote = nil
            } else if quote == nil, character == "\"" || character == "'" {
                quote = character
                word = word ?? ""
            } else if quote == nil, character.isWhitespace {
                if let word { words.append(word) }
                word = nil
            } else {
                word = (word ?? "") + String(character)
            }
        }
        if let word { words.append(word) }
        return words
    }
}
