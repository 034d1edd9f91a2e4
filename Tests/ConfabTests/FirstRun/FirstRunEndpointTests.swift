import Foundation
import Testing

@testable import Confab

@MainActor
@Suite(.timeLimit(.minutes(5))) struct FirstRunEndpointTests {
    @Test(arguments: ["Guide", " guide. ", "  ", "🙂"])
    func invalidNameIsRejectedBeforeCreatingFiles(name: String) throws {
        let home = try ScratchDirectory()
        let directory = ProfileDirectory(paths: home.paths)
        var reasons: [NameRejectionReason] = []
        FirstRunEndpoint(directory: directory, log: FileLog(path: home.paths.log)).start(name: name) { event in
            if case .failed(let reason) = event { reasons += [reason as? NameRejectionReason].compactMap { $0 } }
        }
        #expect(reasons == [name.lowercased().contains("guide") ? .guide : .noLetter])
        #expect(try FileManager.default.contentsOfDirectory(atPath: home.path) == [])
    }
}
