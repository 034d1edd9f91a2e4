import Foundation
import Synchronization

/// Decides over what the sandboxes of one test leave: nothing where it passed; where it failed, directories with its name.
package final class SandboxKeeper: Sendable {
    private struct State {
        var hasFailed = false
        var isOver = false
        var left: [String] = []
    }

    /// Whoever makes a sandbox while it is set leaves it to this one.
    @TaskLocal package static var current: SandboxKeeper?

    /// Where the variable `CONFAB_KEPT` says, else among temporary files.
    package static let place =
        ProcessInfo.processInfo.environment["CONFAB_KEPT"] ?? NSTemporaryDirectory() + "confab-kept"

    private let test: String
    private let place: String
    private let state = Mutex(State())

    /// - Parameter test: its name, of which letters and digits count.
    package init(test: String, place: String = SandboxKeeper.place) {
        self.test = test.filter { $0.isLetter || $0.isNumber }
        self.place = place
    }

    package func testFailed() {
        state.withLock { $0.hasFailed = true }
    }

    /// The test is over.
    package func finish() {
        let (left, hasFailed) = state.withLock { state in
            state.isOver = true
            return (state.left, state.hasFailed)
        }
        for path in left { settle(path, isKept: hasFailed) }
    }

    /// A sandbox is in use no more.
    func leave(_ path: String) {
        let (isOver, hasFailed) = state.withLock { state in
            if !state.isOver { state.left.append(path) }
            return (state.isOver, state.hasFailed)
        }
        if isOver { settle(path, isKept: hasFailed) }
    }

    private func settle(_ path: String, isKept: Bool) {
        guard isKept else {
            // Nothing may be left to remove.
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
