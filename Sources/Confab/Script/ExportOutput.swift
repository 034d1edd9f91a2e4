import DurableFiles
import Foundation
import Presentation

/// The output of an export: standard output, or a directory that is renamed to its final name once it is complete.
final class ExportOutput {
    private let path: String?
    private let temporary: String
    private let file: UnsafeMutablePointer<FILE>
    private var isFinished = false

    /// The directory for the files of messages; `nil` on standard output.
    var filesDirectory: String? { path.map { _ in temporary + "/" + ExportFilesDirectory.name } }

    /// - Parameters:
    ///   - directory: a directory that does not exist yet; `nil` for standard output.
    ///   - name: the name of the file in the directory.
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
        guard mkdir(temporary, 0o700) == 0, mkdir(temporary + "/" + ExportFilesDirectory.name, 0o700) == 0,
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

    /// Finishes the export. The directory appears under its name complete or not at all.
    func finish() throws(ProgramError) {
        guard fflush(file) == 0 else { throw problem }
        guard let path else { return }
        guard access(path, F_OK) != 0 else { throw .fileExists(path: path) }
        do throws(DurableFileError) {
            try DurableFile.synchronize(fileno(file), path: path)
            // The contents are synchronized before the directory is renamed.
            try DurableFile.synchronizeDirectory(temporary + "/" + ExportFilesDirectory.name)
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
