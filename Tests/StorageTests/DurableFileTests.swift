import Foundation
import Glibc
import Testing

@testable import DurableFiles

/// Tests that files are written to disk completely or not at all.
@Suite(.timeLimit(.minutes(5))) final class DurableFileTests {
    private let directory = "/tmp/confab-durable-" + UUID().uuidString.prefix(13)

    init() throws {
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    }

    deinit {
        // A directory that can't be removed remains in the directory for temporary files.
        try? FileManager.default.removeItem(atPath: directory)
    }

    private func content(_ path: String) -> [UInt8]? { FileManager.default.contents(atPath: path).map(Array.init) }

    private func names() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: directory).sorted() }

    @Test func fileIsReplacedAtomicallyAndIsPrivate() throws {
        let path = directory + "/settings"
        try DurableFile.replace(path, with: [1, 2], [3])
        try DurableFile.replace(path, with: [4])
        #expect(content(path) == [4])
        #expect(try names() == ["settings"])
        var status = stat()
        #expect(stat(path, &status) == 0 && status.st_mode & 0o777 == 0o600)
    }

    /// A directory already exists at the path of the file.
    @Test func failedReplacementLeavesNoTemporaryFile() throws {
        let path = directory + "/settings"
        try FileManager.default.createDirectory(atPath: path + "/full", withIntermediateDirectories: true)
        #expect(throws: DurableFileError(.rename, path: path, code: EISDIR)) {
            try DurableFile.replace(path, with: [1])
        }
        #expect(try names() == ["settings"])
    }

    @Test func creatingAnExistingFileLeavesItUnchanged() throws {
        let path = directory + "/keys"
        try DurableFile.create(path, [1])
        #expect(throws: DurableFileError(.open, path: path, code: EEXIST)) { try DurableFile.create(path, [2]) }
        #expect(content(path) == [1])
    }

    @Test(arguments: [true, false]) func renameDoesNotReplaceAnExistingFile(hasHardLinks: Bool) throws {
        func rename(_ old: String, to new: String) throws(DurableFileError) {
            if hasHardLinks {
                try DurableFile.renameReplacingNothing(old, to: new)
            } else {
                try DurableFile.renameOntoReservedPath(old, to: new)
            }
        }
        let (unfinished, path) = (directory + "/.cat.part", directory + "/cat.png")
        try DurableFile.create(unfinished, [1])
        try rename(unfinished, to: path)
        #expect(try names() == ["cat.png"])
        try DurableFile.create(unfinished, [2])
        let error = #expect(throws: DurableFileError.self) { try rename(unfinished, to: path) }
        #expect(error?.code == EEXIST)
        #expect(content(path) == [1] && content(unfinished) == [2])
    }

    /// A directory can't replace the file that reserves its path, and has no hard links on any file system.
    @Test func failedRenameLeavesNothingAtItsPath() throws {
        let folder = directory + "/folder"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        #expect(throws: DurableFileError(.rename, path: directory + "/cat.png", code: ENOTDIR)) {
            try DurableFile.renameReplacingNothing(folder, to: directory + "/cat.png")
        }
        #expect(try names() == ["folder"])
    }

    @Test func linkedPathIsTheSameFile() throws {
        let (path, second) = (directory + "/cat.png", directory + "/kept")
        try DurableFile.create(path, [1])
        try DurableFile.linkUnlessExisting(path, to: second)
        #expect(content(second) == [1])
        unlink(path)
        #expect(try names() == ["kept"])
    }

    @Test func linkLeavesAnExistingFileUnchanged() throws {
        let (path, second) = (directory + "/cat.png", directory + "/kept")
        try DurableFile.create(path, [1])
        try DurableFile.create(second, [2])
        try DurableFile.linkUnlessExisting(path, to: second)
        #expect(content(path) == [1] && content(second) == [2])
    }

    @Test func failedLinkIsReported() throws {
        let (path, second) = (directory + "/cat.png", directory + "/kept")
        #expect(throws: DurableFileError(.link, path: second, code: ENOENT)) {
            try DurableFile.linkUnlessExisting(path, to: second)
        }
    }

    @Test func fullDiskIsReported() throws {
        let descriptor = open("/dev/full", O_WRONLY | O_CLOEXEC)
        defer { close(descriptor) }
        #expect(throws: DurableFileError(.write, path: "x", code: ENOSPC)) {
            try DurableFile.write([1, 2, 3], to: descriptor, path: "x")
        }
    }

    /// A pipe accepts only a part of this much data at once, and the rest as a reader drains it.
    @Test func partialWritesContinueToTheEnd() async throws {
        var ends: [CInt] = [0, 0]
        #expect(pipe(&ends) == 0)
        let (reading, writing) = (ends[0], ends[1])
        let bytes = (0..<1_000_000).map { UInt8(truncatingIfNeeded: $0) }
        let reader = Task.detached { () -> [UInt8] in
            var all: [UInt8] = []
            var piece = [UInt8](repeating: 0, count: 10_000)
            while case let count = read(reading, &piece, piece.count), count > 0 { all += piece.prefix(count) }
            close(reading)
            return all
        }
        var taken = 0
        try DurableFile.write(bytes, to: writing, path: "pipe") { taken += $0 }
        close(writing)
        #expect(taken == bytes.count)
        #expect(await reader.value == bytes)
    }

    /// The kernel's own file systems refuse to sync their directories (`EINVAL`).
    @Test func fileSystemWithoutDirectorySyncIsAccepted() throws {
        try DurableFile.synchronizeDirectory("/proc/self")
        try DurableFile.synchronizeDirectory(of: "/proc/self/status")
    }

    /// Such a directory can't be opened for a sync. Root may open any, so the process of root becomes another user.
    @Test func directoryThatCannotBeReadIsAccepted() async throws {
        let folder = directory + "/folder"
        #expect(mkdir(folder, 0o700) == 0 && chmod(directory, 0o755) == 0)
        if geteuid() == 0 { #expect(chown(folder, 65_534, 65_534) == 0) }
        #expect(chmod(folder, 0o300) == 0)
        await #expect(processExitsWith: .success) { [folder = folder as String] in
            if geteuid() == 0 { precondition(setgid(65_534) == 0 && setuid(65_534) == 0) }
            precondition(open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC) < 0 && errno == EACCES)
            try DurableFile.replace(folder + "/settings", with: [1])
            try DurableFile.create(folder + "/keys", [2])
            try DurableFile.rename(folder + "/keys", to: folder + "/kept")
        }
        #expect(chmod(folder, 0o700) == 0)
        #expect(content(folder + "/settings") == [1] && content(folder + "/kept") == [2])
    }

    @Test func missingDirectoryIsAnError() {
        let lost = directory + "/lost"
        #expect(throws: DurableFileError(.open, path: lost, code: ENOENT)) {
            try DurableFile.synchronizeDirectory(of: lost + "/file")
        }
        #expect(throws: DurableFileError(.open, path: lost + "/file", code: ENOENT)) {
            try DurableFile.replace(lost + "/file", with: [1])
        }
    }
}
