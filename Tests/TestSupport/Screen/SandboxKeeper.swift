import Foundation
import Synchronization

/// Decides which sandboxes of a test are kept: none if it passed, and all, in directories with its name, if it
/// failed.
package final class SandboxKeeper: Sendable {
    private struct State {
        var hasFailed = false
        var isOver = false
        var left: [String] = []
    }

    /// The keeper to which sandboxes created in this task belong.
    @TaskLocal package static var current: SandboxKeeper?

    /// The path in the variable `CONFAB_KEPT`, or else one among temporary files.
    package static let place =
        ProcessInfo.processInfo.environment["CONFAB_KEPT"] ?? NSTemporaryDirectory() + "confab-kept"

    private let test: String
    private let place: String
    private let state = Mutex(State())

    /// - Parameter test: The test's name, whose letters and digits are used.
    package init(test: String, place: String = SandboxKeeper.place) {
        self.test = test.filter { $0.isLetter || $0.isNumber }
        self.place = place
    }

    package func testFailed() {
        state.withLock { $0.hasFailed = true }
    }

    /// Handles the end of the test.
    package func finish() {
        let (left, hasFailed) = state.withLock { state in
            state.isOver = true
            return (state.left, state.hasFailed)
        }
        for path in left { settle(path, isKept: hasFailed) }
    }

    /// Handles a sandbox that is not used any more.
    func leave(_ path: String) {
        let (isOver, hasFailed) = state.withLock { state in
            if !state.isOver { state.left.append(path) }
            return (state.isOver, state.hasFailed)
        }
        if isOver { settle(path, isKept: hasFailed) }
    }

    private func settle(_ path: String, isKept: Bool) {
        guard isKept else {
            // The directory may have been removed already.
            try? FileManager.default.removeItem(atPath: path)
            return
        }
        let kept = "\(place)/\(test)-\((path as NSString).lastPathComponent)"
        do {
            try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
            try FileManager.default.moveItem(atPath: path, toPath: kept)
            print("\(test) failed; its files are in \(kept)")
        } catch {
            print("\(test) failed; its files are in \(path): \(error)")
        }
    }
}
