import Foundation
import MatrixAPI
import Synchronization
import TestSeeds
import Testing

@testable import MatrixClient

/// Fuzzes the server's side of the live stream.
@Suite(.timeLimit(.minutes(5))) struct FrameFuzzTests {
    @Test func fuzzedFramesAreUpdatesOrEndTheStream() async throws {
        let names = try SourceWords.of("MatrixClient/Stream").map { "\"\($0)\"" }
        let words = ["{\"next_batch\":\"s\"}", "\u{1}\u{7E}", "\u{9}"]
        guard var fuzzer = try Fuzzer("frames", words: words + names) else { return }
        let said = Mutex<[UInt8]>([])
        let opened = DispatchSemaphore(value: 0)
        let server = try ScriptedServer { request, conversation in
            conversation.say(WebSocketScript.acceptance(of: request))
            // Closing before the handshake is complete would mean that there never was a stream.
            opened.wait()
            conversation.say(said.withLock { $0 })
        }
        defer { server.stop() }
        let connector = StreamConnector(
            homeserver: .url(server.address), accessToken: "secret", filter: nil, trust: TrustRoots(file: nil))
        while let input = try fuzzer.next() {
            said.withLock { $0 = input }
            do throws(StreamEnd) {
                let stream = try await connector.open(since: "s1")
                defer { stream.close() }
                opened.signal()
                // The server closes the connection, so this loop ends.
                while true { _ = try await stream.nextUpdates() }
            } catch {
                if case .noHandshake = error { Issue.record("a handshake was refused, \(fuzzer.failure())") }
            }
        }
    }
}
