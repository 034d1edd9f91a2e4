import Foundation
import Testing

@testable import Confab

@MainActor
@Suite(.timeLimit(.minutes(5))) struct DatabaseWatchTests {
    @MainActor
    private final class Changes {
        var count = 0

        func wait(for count: Int) async throws {
            while self.count < count { try await Task.sleep(for: .milliseconds(10)) }
        }
    }

    private func write(_ text: String, _ path: String) throws {
        try Data(text.utf8).write(to: URL(filePath: path))
    }

    @Test func writesOfOtherProcessesAreReported() async throws {
        let (directory, changes) = (try ScratchDirectory(), Changes())
        let watch = DatabaseWatch(directory: directory.path) { changes.count += 1 }
        defer { watch.end() }
        try write("a", directory.path + "/confab.sqlite-wal")
        try await changes.wait(for: 1)
    }

    /// A directory that doesn't exist yet can't be watched, nor can any if all watches of the system are in use.
    @Test func changesWithoutSystemEventsAreFoundByPolling() async throws {
        let (directory, changes) = (try ScratchDirectory(), Changes())
        let profile = directory.path + "/profile"
        let watch = DatabaseWatch(directory: profile) { changes.count += 1 }
        defer { watch.end() }
        try FileManager.default.createDirectory(atPath: profile, withIntermediateDirectories: true)
        for number in 1...2 {
            let before = changes.count
            try write(String(repeating: "a", count: number), profile + "/confab.sqlite-wal")
            try await changes.wait(for: before + 1)
        }
    }
}
