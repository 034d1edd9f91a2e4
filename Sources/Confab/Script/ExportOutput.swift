import DurableFiles
import Foundation
import Messenger

/// Where an export goes: to standard output, or into a directory that has its name once it is whole.
final class ExportOutput {
    private let path: String?
    private let temporary: String
    private let file: UnsafeMutablePointer<FILE>
    private var isFinished = false

    /// The directory of the files of messages; `nil` where there is none.
    var filesDirectory: String? { path.map { _ in temporary + "/" + FilesBeside.name } }

    /// - Parameters:
    ///   - directory: one that is not there yet; `nil` for standard output.
    ///   - name: of the file in it.
    init(directory: String?, name: String) throws(ProgramError) {
        guard let directory else {
            guard let output = fdopen(dup(STDOUT_FILENO), "w") else {
                throw .file(path: "-", reason: String(cString: strerror(errno)))
            }
            (path, temporary, file) = (nil, "", output)
            return
        }
        let path = URL(fileURLWithPath: directory).path
        guard access(path, F_OK) != 0 else { throw .fileExists(path: directory) }
        (self.path, temporary) = (path, path + ".\(getpid()).part")
        guard mkdir(temporary, 0o700) == 0, mkdir(temporary + "/" + FilesBeside.name, 0o700) == 0,
            let file = fopen(temporary + "/" + name, "wxe")
        else { throw .directory(path: directory, reason: String(cString: strerror(errno))) }
        self.file = file
    }

    deinit {
        fclose(file)
        guard path != nil, !isFinished else { return }
        try? FileManager.default.removeItem(atPath: temporary)
    }

    func write(_ line: String) throws(ProgramError) {
        guard fputs(line + "\n", file) >= 0 else { throw problem }
    }

    /// All of it is there, or none of it.
    func finish() throws(ProgramError) {
        guard fflush(file) == 0 else { throw problem }
        guard let path else { return }
        guard access(path, F_OK) != 0 else { throw .fileExists(path: path) }
        do throws(DurableFileError) {
            try DurableFile.synchronize(fileno(file), path: path)
            // The names in it first, then its own.
            try DurableFile.synchronizeDirectory(temporary + "/" + FilesBeside.name)
            try DurableFile.synchronizeDirectory(temporary)
            try DurableFile.rename(temporary, to: path)
        } catch {
            throw .file(path: path, reason: error.reason)
        }
        isFinished = true
    }

    private var problem: ProgramError {
        .file(path: path ?? "-", reason: String(cString: strerror(errno)))
    }
}
