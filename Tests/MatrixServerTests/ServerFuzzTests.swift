import MatrixAPI
import MatrixServer
import NIOCore
import NIOHTTP1
import TestSeeds
import Testing

/// Fuzzes the bytes that a client sends.
@Suite(.timeLimit(.minutes(5))) struct ServerFuzzTests {
    @Test func fuzzedRequestsDoNotCrashTheServer() async throws {
        try await feed(
            "requests",
            words: ["/_matrix/client/v3/", "?", "&", "%2F", "Content-Length: ", "Expect: 100-continue"]
                + SourceWords.of("MatrixServer").flatMap { [$0, "\"\($0)\""] })
    }

    @Test func fuzzedFramesDoNotCrashTheServer() async throws {
        let names = try SourceWords.of("MatrixServer/Connections").map { "\"\($0)\"" }
        let words = ["{\"id\":1,\"method\":\"ping\"}", "\u{1}\u{7E}", "\u{9}"]
        try await feed("client-frames", words: words + names) { token in
            let lines = [
                "GET /_matrix/client/unstable/im.confab.stream HTTP/1.1", "Host: localhost",
                "Authorization: Bearer \(token)", "Connection: Upgrade", "Upgrade: websocket",
                "Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
                "Sec-WebSocket-Protocol: m.json",
            ]
            return Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)
        }
    }

    /// - Parameter opening: The bytes before the input, for a given token.
    private func feed(_ corpus: String, words: [String], opening: (String) -> [UInt8] = { _ in [] }) async throws {
        guard var fuzzer = try Fuzzer(corpus, words: words, test: "ServerFuzzTests \(corpus)") else { return }
        // The corpus contains a wrong password, and repeated ones are delayed. It also contains syncs that wait.
        let server = try await ServerUnderTest.start(limits: {
            $0.longestHold = .milliseconds(1)
            $0.longestSyncWait = .milliseconds(1)
            $0.usualFileWait = .milliseconds(1)
            $0.longestFileWait = .milliseconds(1)
        })
        let ana = try await server.person("ana")
        let room = try await ana.createRoom(["preset": "public_chat"])
        var count = 0
        while let input = try fuzzer.next() {
            let bytes = opening(ana.token) + replaced(in: input, ["TOKEN": ana.token, "ROOM": room])
            let answer = try await RawConnection.open(to: server) { dialogue in
                // The server may close the connection before it has all bytes.
                try? await dialogue.outbound.write(ByteBuffer(bytes: bytes))
                dialogue.outbound.finish()
                var answer: [UInt8] = []
                while let more = try? await dialogue.inbound.next() { answer += more.readableBytesView }
                return answer
            }
            let status = String(decoding: answer.prefix(12), as: UTF8.self)
            let isRefusal = status.isEmpty || status.contains(#/^HTTP/1.1 [1-4][0-9][0-9]$/#)
            #expect(isRefusal, "\(status), \(fuzzer.failure())")
            count += 1
            if count.isMultiple(of: 50) {
                #expect(try await ana.ask(.GET, "v3/account/whoami").status == 200, "\(fuzzer.failure())")
            }
        }
        #expect(try await server.request(.GET, "versions").status == 200)
        await server.stop()
    }

    private func replaced(in input: [UInt8], _ words: [String: String]) -> [UInt8] {
        var bytes = input
        for (word, value) in words {
            while let range = bytes.firstRange(of: Array(word.utf8)) {
                bytes.replaceSubrange(range, with: Array(value.utf8))
            }
        }
        return bytes
    }
}
