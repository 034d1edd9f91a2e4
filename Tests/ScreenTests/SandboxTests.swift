import Foundation
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct SandboxTests {
    @Test func sandboxIsKeptOnlyForFailedTests() throws {
        let place = NSTemporaryDirectory() + "confab-keeper-" + UUID().uuidString.prefix(8)
        defer { try? FileManager.default.removeItem(atPath: place) }
        for fails in [false, true] {
            let keeper = SandboxKeeper(test: "teaIsGreen()", place: place)
            let path = try SandboxKeeper.$current.withValue(keeper) {
                let sandbox = try Sandbox()
                try Data("tea".utf8).write(to: URL(filePath: sandbox.path + "/log"))
                return sandbox.path
            }
            #expect(FileManager.default.fileExists(atPath: path + "/log"))
            if fails { keeper.testFailed() }
            keeper.finish()
            #expect(!FileManager.default.fileExists(atPath: path))
            let kept = "\(place)/teaIsGreen-\((path as NSString).lastPathComponent)/log"
            #expect(FileManager.default.fileExists(atPath: kept) == fails)
        }
    }
}
