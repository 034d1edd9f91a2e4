import Foundation
import MatrixAPI
import NIOCore
import Synchronization
import Testing

@testable import MatrixClient

/// Tests uploads on a connection that accepts no more data.
@Suite(.timeLimit(.minutes(5))) struct UploadStandstillTests {
    /// A listener that never reads. It accepts only the bytes that fit into the system's buffers.
    private final class Wall: Sendable {
        let port: Int
        private let listener: CInt

        init() throws {
            let listener = socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0)
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
            var length = socklen_t(MemoryLayout<sockaddr_in>.size)
            let result = withUnsafeMutablePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                    bind(listener, address, length) + listen(listener, 16) + getsockname(listener, address, &length)
                }
            }
            guard result == 0 else { throw POSIXError(.EADDRINUSE) }
            self.listener = listener
            port = Int(UInt16(bigEndian: address.sin_port))
        }

        deinit { close(listener) }
    }

    @Test func stalledUploadTimesOut() async throws {
        let wall = try Wall()
        let taken = Mutex<Int64>(0)
        let length: Int64 = 256 << 20
        await #expect(throws: MatrixClientError.unreachable(.timedOut)) {
            try await Self.upload(to: wall.port, length: length) { offset in
                taken.withLock { $0 = offset }
                return [UInt8](repeating: 7, count: 128 << 10)
            }
        }
        #expect(taken.withLock { $0 } > 0 && taken.withLock { $0 } < length)
        withExtendedLifetime(wall) {}
    }

    /// Data that the connection can't accept stays on the disk, even while the event loop that reports this is
    /// blocked.
    @Test func uploadBuffersLittleOnABusyConnection() async throws {
        let wall = try Wall()
        let taken = Mutex<Int64>(0)
        let ahead = Mutex<Int64>(.max)
        let isOver = DispatchSemaphore(value: 0)
        await #expect(throws: MatrixClientError.unreachable(.timedOut)) {
            try await Self.upload(to: wall.port, length: 256 << 20) { offset in
                taken.withLock { $0 = offset }
                if offset == 0 {
                    // The connection is established, and its event loop is blocked for now.
                    (HTTPTransport.eventLoopGroup as any EventLoopGroup).any().execute { isOver.wait() }
                    DispatchQueue.global().asyncAfter(deadline: .now() + 0.5) {
                        ahead.withLock { $0 = taken.withLock(\.self) }
                        isOver.signal()
                    }
                }
                return [UInt8](repeating: 7, count: 128 << 10)
            }
        }
        #expect(ahead.withLock { $0 } <= 1 << 20)
        withExtendedLifetime(wall) {}
    }

    /// Here this machine is slow, and a server may delay its response to a complete upload.
    @Test func slowFileReadOrLateResponseIsNotAStall() async throws {
        let server = try ScriptedServer { request, conversation in
            usleep(3_000_000)
            conversation.say(Array(String.http(200, #"{"content_uri":"mxc://x/y"}"#).utf8))
        }
        // The limit is long enough for a busy machine, and the pauses are longer.
        let address = try await Self.upload(to: server.port, length: 3, standstill: .seconds(2)) { offset in
            try await Task.sleep(for: .milliseconds(2_500))
            return [1]
        }
        #expect(address == "mxc://x/y")
        #expect(server.requests.map(\.body.utf8.count) == [3])
    }

    private static func upload(
        to port: Int, length: Int64, standstill: Duration = .milliseconds(300),
        read: @escaping @Sendable (Int64) async throws -> [UInt8]
    ) async throws -> String {
        let client = HomeserverClient(
            homeserver: .url("http://127.0.0.1:\(port)"), tokens: AccessTokens(accessToken: "secret"),
            keep: { _ in }, uploadStandstill: standstill)
        do throws(MatrixClientError) {
            let address = try await client.upload(length: length, type: "image/png", name: nil, read: read)
            await client.shutdown()
            return address
        } catch {
            await client.shutdown()
            throw error
        }
    }
}
