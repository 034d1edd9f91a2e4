import MatrixClient
import NIOCore
import NIOPosix
import NIOSSL
import Synchronization
import TestSupport

/// Terminates TLS in front of the test's server, on a free loopback port, and counts events.
final class TLSProxy: Sendable {
    /// The way in which a connection ends.
    enum Break: Sendable, CaseIterable {
        /// An orderly end, with TLS's close notification.
        case orderly
        /// Only the socket is closed.
        case torn
    }

    struct Tally: Sendable {
        /// The number of accepted connections that have not ended.
        var open = 0
        /// The number of decrypted data chunks from clients.
        var pieces = 0
        /// The number of streams that the server accepted.
        var streams = 0
        var failures: [String] = []
    }

    let port: Int
    private let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    private let listener: any Channel
    private let state: State

    init(_ identity: Certificates.Identity, to server: TestServer) async throws {
        let tls = try NIOSSLContext(
            configuration: .makeServerConfiguration(
                certificateChain: NIOSSLCertificate.fromPEMFile(identity.certificate).map { .certificate($0) },
                privateKey: .privateKey(NIOSSLPrivateKey(file: identity.key, format: .pem))))
        let state = State()
        let socket = server.directory + "/server.sock"
        listener = try await ServerBootstrap(group: group)
            .childChannelInitializer { channel in
                ClientBootstrap(group: channel.eventLoop).connect(unixDomainSocketPath: socket)
                    .flatMapThrowing { upstream in
                        let pipeline = channel.pipeline.syncOperations
                        try pipeline.addHandler(NIOSSLServerHandler(context: tls))
                        try pipeline.addHandler(Relay(to: upstream, side: .client, state: state))
                        try upstream.pipeline.syncOperations.addHandler(
                            Relay(to: channel, side: .server, state: state))
                        state.add(channel)
                    }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        port = listener.localAddress?.port ?? 0
        self.state = state
    }

    var homeserver: HomeserverLocation { .url("https://localhost:\(port)") }

    var tally: Tally { state.tally.withLock { $0 } }

    /// Ends all connections and continues to listen.
    func cut(_ kind: Break) async throws {
        for channel in state.channels.withLock({ $0 }) where channel.isActive {
            switch kind {
            case .orderly: channel.close(promise: nil)
            case .torn:
                // Bypassing the handler closes only the socket.
                try await channel.eventLoop.submit {
                    try channel.pipeline.syncOperations.context(handlerType: NIOSSLServerHandler.self)
                        .close(promise: nil)
                }.get()
            }
        }
    }

    /// Waits until all connections have ended, without a timeout.
    func untilUnused() async throws {
        for channel in state.channels.withLock({ $0 }) { try await channel.closeFuture.get() }
    }

    func stop() async throws {
        try await listener.close()
        try await cut(.torn)
        try await group.shutdownGracefully()
    }

    /// Runs the body with a server and a proxy in front of it.
    static func run(
        _ identity: Certificates.Identity, _ body: @escaping @Sendable (TLSProxy, TestServer) async throws -> Void
    ) async throws {
        try await TestServer.run { server in
            let proxy = try await TLSProxy(identity, to: server)
            do {
                try await body(proxy, server)
                try await proxy.stop()
            } catch {
                try await proxy.stop()
                throw error
            }
        }
    }
}

extension TLSProxy {
    private final class State: Sendable {
        let tally = Mutex(Tally())
        let channels = Mutex<[any Channel]>([])

        func add(_ channel: any Channel) {
            tally.withLock { $0.open += 1 }
            channels.withLock { $0.append(channel) }
            channel.closeFuture.whenComplete { _ in self.tally.withLock { $0.open -= 1 } }
        }
    }

    /// Forwards data from one side, and its end.
    private final class Relay: ChannelInboundHandler {
        enum Side: Sendable { case client, server }

        typealias InboundIn = ByteBuffer

        private let other: any Channel
        private let side: Side
        private let state: State

        init(to other: any Channel, side: Side, state: State) {
            self.other = other
            self.side = side
            self.state = state
        }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            let bytes = Relay.unwrapInboundIn(data)
            let isStream = side == .server && bytes.readableBytesView.starts(with: Array("HTTP/1.1 101".utf8))
            state.tally.withLock {
                if side == .client { $0.pieces += 1 }
                if isStream { $0.streams += 1 }
            }
            other.writeAndFlush(bytes, promise: nil)
        }

        func channelInactive(context: ChannelHandlerContext) {
            other.close(promise: nil)
            context.fireChannelInactive()
        }

        func errorCaught(context: ChannelHandlerContext, error: any Error) {
            if side == .client { state.tally.withLock { $0.failures.append("\(error)") } }
            context.close(promise: nil)
        }
    }
}
