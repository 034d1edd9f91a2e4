import Foundation
import Testing

@testable import Confab

@MainActor
@Suite(.timeLimit(.minutes(2))) struct FirstRunEndpointTests {
    @Test(arguments: ["Guide", " guide. ", "  ", "🙂"])
    func aNameThatCanNotBeIsRefusedBeforeAnythingIsMade(name: String) throws {
        let home = try ScratchDirectory()
        let directory = ProfileDirectory(paths: home.paths)
        var reasons: [String] = []
        FirstRunEndpoint(directory: directory, log: FileLog(path: home.paths.log)).start(name: name) { event in
            if case .failed(let reason) = event { reasons.append(reason) }
        }
        #expect(reasons.count == 1)
        #expect(try FileManager.default.contentsOfDirectory(atPath: home.path) == [])
    }
}
