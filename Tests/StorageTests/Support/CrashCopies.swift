import Foundation
import Synchronization

/// Copies of a database's files as a crash would leave them.
final class CrashCopies: Sendable {
    private let path: String
    private let directory: String
    private let count = Mutex(0)

    init(of path: String, in scratch: ScratchDirectory) throws {
        self.path = path
        directory = scratch.file("crashes")
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    }

    var copies: [String] { count.withLock { (0..<$0).map { "\(directory)/\($0).sqlite" } } }

    func take() {
        count.withLock { count in
            for suffix in ["", "-wal", "-journal"] where access(path + suffix, F_OK) == 0 {
                // If a file could not be copied, opening the copy fails.
                try? FileManager.default.copyItem(
                    atPath: path + suffix, toPath: "\(directory)/\(count).sqlite\(suffix)")
            }
            count += 1
        }
    }
}
