import Foundation
import MatrixAPI
import Presentation
import Testing

@testable import Confab

/// Tests that clients of a running program's socket are served, refused or disconnected. The main actor gets
/// complete requests only.
@MainActor
@Suite(.timeLimit(.minutes(5))) final class ScriptServerTests {
    private let directory = Result { try ScratchDirectory() }
    private var asked: [ScriptRequest.Operation] = []
    private var server: ScriptServer?

    private var environment: [String: String] {
        get throws { ["XDG_RUNTIME_DIR": try directory.get().path] }
    }

    /// - Returns: The path of the socket.
    private func start(_ name: String = "ana") throws -> String {
        server = try ScriptServer(
            profileName: name, directory: "/ana", environment: environment
        ) { [weak self] wish, tell in
            self?.asked.append(wish)
            _ = tell(.kept)
            _ = tell(.sent(eventID: "$1"))
        }
        return try RuntimeSocket.scriptPath(profileName: name, environment: environment)
    }

    nonisolated private func answers(_ line: String, at path: String) async throws -> [ScriptResponse] {
        let connection = try #require(ScriptConnection.open(path))
        return await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                let deadline = ScriptConnection.now + 60_000
                _ = connection.write(line, until: deadline)
                var (rest, answers): ([UInt8], [ScriptResponse]) = ([], [])
                while let line = connection.readLine(&rest, until: deadline) {
                    answers += [ScriptResponse(line: line)].compactMap(\.self)
                }
                continuation.resume(returning: answers)
            }
        }
    }

    @Test func requestsAreAnsweredInOrder() async throws {
        let path = try start()
        #expect(try ScratchDirectory.mode(of: path) == 0o600)
        let wish = ScriptRequest.Operation.send(chatID: "!garden", text: "two\nlines \u{1F331}")
        let answers = try await answers(ScriptRequest(wish, directory: "/ana").json.line, at: path)
        #expect(answers == [.kept, .sent(eventID: "$1")])
        #expect(asked == [wish])
        server?.stop()
        #expect(ScriptConnection.open(path) == nil && !FileManager.default.fileExists(atPath: path))
    }

    @Test(arguments: [
        "{}", "nonsense", #"{"version":2,"profile":"/ana","request":"open","chat":"!a"}"#,
        #"{"version":1,"profile":"/ana","request":"quit","chat":"!a"}"#,
        #"{"version":1,"profile":"/bo","request":"open","chat":"!a"}"#,
    ])
    func invalidRequestIsRejected(line: String) async throws {
        let path = try start()
        let answers = try await answers(line, at: path)
        guard case .failed(_, exitCode: 1)? = answers.first, answers.count == 1 else {
            Issue.record("\(answers)")
            return
        }
        #expect(asked.isEmpty)
    }

    @Test func oversizedRequestClosesTheConnection() async throws {
        let path = try start()
        let line = String(repeating: "a", count: ScriptRequest.maximumLength * 2)
        #expect(try await answers(line, at: path).isEmpty)
        #expect(asked.isEmpty)
    }

    @Test func idleClientsTimeOutAndFreeTheServer() async throws {
        let path = try start()
        let request = ScriptRequest(.open(chatID: "!a"), directory: "/ana").json.line
        var silent: [ScriptConnection?] = []
        var isRefused = false
        // On a busy machine, they may have timed out before the request arrives.
        while !isRefused {
            silent = (0..<8).map { _ in ScriptConnection.open(path) }
            #expect(silent.allSatisfy { $0 != nil })
            if case .failed? = try await answers(request, at: path).first { isRefused = true }
        }
        asked = []
        // Idle clients are disconnected after a timeout, and the next one is served.
        var heard: [ScriptResponse] = []
        while heard.last != .sent(eventID: "$1") { heard = try await answers(request, at: path) }
        #expect(asked == [.open(chatID: "!a")])
        withExtendedLifetime(silent) {}
    }

    @Test func staleSocketIsReplacedAndALiveOneIsNot() throws {
        let path = try start()
        #expect(throws: ProgramError.self) {
            try ScriptServer(profileName: "ana", directory: "/ana", environment: environment) { _, _ in }
        }
        #expect(ScriptConnection.open(path) != nil)
        server?.stop()
        #expect(FileManager.default.createFile(atPath: path, contents: nil))
        _ = try start()
        #expect(ScriptConnection.open(path) != nil)
    }
}
