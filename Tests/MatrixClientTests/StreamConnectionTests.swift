import Foundation
import MatrixAPI
import Testing

@testable import MatrixClient

@Suite(.timeLimit(.minutes(5))) struct StreamConnectionTests {
    @Test func streamRequestCarriesTheTokenInTheHeader() async throws {
        let server = try ScriptedServer { request, conversation in
            conversation.say(WebSocketScript.acceptance(of: request))
            _ = WebSocketScript.hear(conversation)
        }
        try await server.openStream(since: "s 1", filter: "f&1").close()
        let request = try #require(server.requests.first)
        #expect(request.target == "/_matrix/client/unstable/im.confab.stream?since=s%201&filter=f%261")
        #expect(request.header("Authorization") == "Bearer secret")
        #expect(request.header("Sec-WebSocket-Protocol") == "m.json")
        #expect(request.header("Host") == "127.0.0.1:\(server.port)")
    }

    @Test func updateSentWithTheHandshakeIsNotLost() async throws {
        let server = try ScriptedServer { request, conversation in
            conversation.say(
                WebSocketScript.acceptance(of: request) + WebSocketScript.text(#"{"next_batch":"s2"}"#)
                    + WebSocketScript.text(#"{"next_batch":"s3"}"#))
            _ = WebSocketScript.hear(conversation)
        }
        let stream = try await server.openStream()
        #expect(try await stream.nextUpdates().map(\.nextBatch) == ["s2", "s3"])
        stream.close()
    }

    @Test func bufferedUpdatesAreReturnedTogetherInOrder() async throws {
        let taken = DispatchSemaphore(value: 0)
        let server = try ScriptedServer { request, conversation in
            conversation.say(WebSocketScript.acceptance(of: request) + WebSocketScript.text(#"{"next_batch":"s2"}"#))
            taken.wait()
            let more = (3...9).map { WebSocketScript.text(#"{"next_batch":"s\#($0)"}"#) }
            conversation.say(more.flatMap(\.self) + WebSocketScript.frame(8, [0x03, 0xE8]))
        }
        let stream = try await server.openStream()
        #expect(try await stream.nextUpdates().map(\.nextBatch) == ["s2"])
        taken.signal()
        #expect(try await stream.nextUpdates().map(\.nextBatch) == (3...9).map { "s\($0)" })
        await #expect(throws: StreamEnd.self) { try await stream.nextUpdates() }
    }

    @Test func fragmentedUpdateIsOneUpdate() async throws {
        let server = try ScriptedServer { request, conversation in
            conversation.say(WebSocketScript.acceptance(of: request))
            conversation.say(WebSocketScript.frame(1, Array(#"{"next_"#.utf8), isFinal: false))
            conversation.say(WebSocketScript.frame(9, Array("between".utf8)))
            conversation.say(WebSocketScript.frame(0, Array(#"batch":"s2"}"#.utf8)))
            _ = WebSocketScript.hear(conversation)
        }
        let stream = try await server.openStream()
        #expect(try await stream.nextUpdates().map(\.nextBatch) == ["s2"])
        stream.close()
    }

    @Test func pingIsAnsweredWithAMaskedPong() async throws {
        let server = try ScriptedServer { request, conversation in
            conversation.say(WebSocketScript.acceptance(of: request) + WebSocketScript.frame(9, Array("hello".utf8)))
            guard let frame = WebSocketScript.hear(conversation), frame == (10, Array("hello".utf8)) else { return }
            conversation.say(WebSocketScript.text(#"{"id":"1","result":{}}"#))
            conversation.say(WebSocketScript.text(#"{"next_batch":"answered"}"#))
            _ = WebSocketScript.hear(conversation)
        }
        let stream = try await server.openStream()
        #expect(try await stream.nextUpdates().map(\.nextBatch) == ["answered"])
        stream.close()
    }

    @Test func tokenExpiryIsDistinguishedFromALoss() async throws {
        #expect(try await end(after: WebSocketScript.close(4001)) == .tokenEnded)
        #expect(try await end(after: WebSocketScript.close(1013)) == .lost(.closedByServer))
        #expect(try await end(after: []) == .lost(.brokeOff))
    }

    @Test func connectionClosedInsideAFrameIsLost() async throws {
        let half = Array(WebSocketScript.text(#"{"next_batch":"s2"}"#).prefix(9))
        #expect(try await end(after: half) == .lost(.brokeOff))
    }

    @Test func protocolViolationEndsTheStream() async throws {
        let broken: [[UInt8]] = [
            WebSocketScript.frame(2, [1, 2, 3]), WebSocketScript.frame(0, [1]), WebSocketScript.frame(3, []),
            WebSocketScript.text("<html>"), WebSocketScript.text("{}"), [0x81, 0x81, 1, 2, 3, 4, 5],
            [0x81, 127, 0x7F, 0, 0, 0, 0, 0, 0, 0], WebSocketScript.frame(9, [], isFinal: false),
        ]
        for bytes in broken {
            guard case .lost = try await end(after: bytes) else {
                Issue.record("not lost: \(bytes)")
                continue
            }
        }
    }

    @Test func invalidHandshakeOpensNoStream() async throws {
        let servers = [
            try ScriptedServer.answering(.http(404, #"{"errcode":"M_UNRECOGNIZED"}"#)),
            try ScriptedServer.answering(.http(200, "<html>")), try ScriptedServer.answering("garbage\r\n\r\n"),
            try ScriptedServer { _, _ in },
            try ScriptedServer { request, conversation in
                conversation.say(WebSocketScript.acceptance(of: request, subprotocol: nil))
                _ = WebSocketScript.hear(conversation)
            },
            try ScriptedServer { _, conversation in
                let other = ScriptedServer.Request(head: "GET / HTTP/1.1\r\nSec-WebSocket-Key: b3RoZXI=\r\n", body: "")
                conversation.say(WebSocketScript.acceptance(of: other))
                _ = WebSocketScript.hear(conversation)
            },
        ]
        for server in servers {
            await #expect(throws: StreamEnd.noHandshake) { try await server.openStream() }
        }
    }

    @Test func awaitingAnUpdateCanBeCancelled() async throws {
        let server = try ScriptedServer { request, conversation in
            conversation.say(WebSocketScript.acceptance(of: request))
            while WebSocketScript.hear(conversation) != nil {}
        }
        let stream = try await server.openStream()
        let update = Task { try await stream.nextUpdates() }
        update.cancel()
        await #expect(throws: StreamEnd.self) { try await update.value }
    }

    /// Returns the end of a stream on which the server sends these bytes after the handshake and then closes.
    private func end(after bytes: [UInt8]) async throws -> StreamEnd? {
        let opened = DispatchSemaphore(value: 0)
        let server = try ScriptedServer { request, conversation in
            conversation.say(WebSocketScript.acceptance(of: request))
            opened.wait()
            conversation.say(bytes)
        }
        let stream = try await server.openStream()
        opened.signal()
        do throws(StreamEnd) {
            _ = try await stream.nextUpdates()
            return nil
        } catch {
            return error
        }
    }
}

extension ScriptedServer {
    fileprivate func openStream(since: String = "s1", filter: String? = nil) async throws(StreamEnd) -> StreamConnection
    {
        try await StreamConnector(
            homeserver: .url(address), accessToken: "secret", filter: filter, trust: TrustRoots(file: nil)
        ).open(since: since)
    }
}
