import NIOCore
import NIOPosix
import Synchronization

/// A proxy in front of a server for transfers that are too large to buffer. It forwards bytes as they arrive, and
/// cuts or holds the connection after a number of bytes.
///
/// It ends when this object is deallocated.
package final class CuttingProxy: Sendable {
    package enum Way: Sendable {
        case toServer, toClient
    }

    package enum Deed: Sendable {
        /// Both sides get a reset.
        case cut
        /// Nothing more is forwarded in this direction until either side closes.
        case hold
    }

    /// The address for `confab login`.
    package let address: String
    private let listener: any Channel
    private let plan: Plan

    /// - Parameter target: The server as `http://HOST:PORT`. It may be down at times.
    package init(to target: String) async throws {
        let place = target.dropFirst("http://".count).split(separator: ":")
        guard place.count == 2, let port = Int(place[1]) else {
            throw ScreenFailure.notStarted(program: "a proxy", reason: "\(target) has no port")
        }
        let (host, plan) = (String(place[0]), Plan())
        listener = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelOption(.autoRead, value: false)
            .childChannelInitializer { client in
                ClientBootstrap(group: client.eventLoop).channelOption(.autoRead, value: false)
                    .connect(host: host, port: port).flatMapThrowing { server in
                        try CuttingProxy.join(client, server, plan)
                    }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        self.plan = plan
        address = "http://127.0.0.1:\(listener.localAddress?.port ?? 0)"
    }

    deinit { listener.close(promise: nil) }

    /// Applies the action to the next connections, each after the given number of bytes in this direction from now
    /// on. Each count applies to one connection.
    package func meet(_ deed: Deed, _ way: Way, after counts: [Int64]) {
        plan.state.withLock {
            $0[way, default: Plan.Side()].rules += counts.map { (deed, $0) }
            $0[way, default: Plan.Side()].changes += 1
        }
    }

    /// Returns the number of pending actions in this direction.
    package func expected(_ way: Way) -> Int { plan.state.withLock { $0[way]?.rules.count ?? 0 } }

    /// Returns the byte positions in their connections at which the actions happened so far.
    package func met(_ way: Way) -> [Int64] { plan.state.withLock { $0[way]?.met ?? [] } }

    /// Returns the total number of bytes forwarded in this direction, by all connections.
    package func passed(_ way: Way) -> Int64 { plan.state.withLock { $0[way]?.passed ?? 0 } }

    /// Waits until this number of actions has happened.
    package func waitUntilMet(_ count: Int, _ way: Way) async throws {
        let patience = Patience()
        while met(way).count < count {
            guard await patience.pause() else {
                throw ScreenFailure.notSeen("\(count) cuts", screen: "\(met(way)), \(passed(way)) bytes passed")
            }
        }
    }

    private static func join(_ client: any Channel, _ server: any Channel, _ plan: Plan) throws {
        let end = { @Sendable in
            client.close(promise: nil)
            server.close(promise: nil)
        }
        let reset = { @Sendable in
            for channel in [client, server] {
                guard let socket = channel as? any SocketOptionProvider else { continue }
                socket.setSoLinger(linger(l_onoff: 1, l_linger: 0)).whenComplete { _ in channel.close(promise: nil) }
            }
        }
        try client.pipeline.syncOperations.addHandler(Half(.toServer, to: server, plan, end: end, reset: reset))
        try server.pipeline.syncOperations.addHandler(Half(.toClient, to: client, plan, end: end, reset: reset))
    }
}

extension CuttingProxy {
    fileprivate final class Plan: Sendable {
        struct Side {
            var rules: [(deed: Deed, count: Int64)] = []
            /// The number of times that rules were added.
            var changes = 0
            var met: [Int64] = []
            var passed: Int64 = 0
        }

        let state = Mutex<[Way: Side]>([:])

        func changes(_ way: Way) -> Int { state.withLock { $0[way]?.changes ?? 0 } }

        /// - Parameter before: The bytes that this connection has forwarded since rules were added.
        /// - Returns: The number of these bytes to forward, and the action that follows.
        func take(_ count: Int, after before: Int64, _ way: Way) -> (count: Int, deed: Deed?) {
            state.withLock { state in
                var side = state[way, default: Side()]
                defer { state[way] = side }
                guard let rule = side.rules.first, before + Int64(count) >= rule.count, rule.count > before else {
                    side.passed += Int64(count)
                    return (count, nil)
                }
                side.rules.removeFirst()
                side.met.append(rule.count)
                side.passed += rule.count - before
                return (Int(rule.count - before), rule.deed)
            }
        }
    }

    /// Forwards data from one side to the other. The next data is read only once the previous is written, so that
    /// nothing accumulates.
    private final class Half: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer

        private let way: Way
        private let other: any Channel
        private let plan: Plan
        private let end: @Sendable () -> Void
        private let reset: @Sendable () -> Void
        /// The bytes since rules were added, because a connection is used for more than one file.
        private var passed: Int64 = 0
        private var changes = 0
        private var isHeld = false

        init(
            _ way: Way, to other: any Channel, _ plan: Plan, end: @escaping @Sendable () -> Void,
            reset: @escaping @Sendable () -> Void
        ) {
            (self.way, self.other, self.plan, self.end, self.reset) = (way, other, plan, end, reset)
        }

        func handlerAdded(context: ChannelHandlerContext) {
            if context.channel.isActive { context.read() }
        }

        func channelActive(context: ChannelHandlerContext) { context.read() }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            // Data is dropped, because without reading the proxy would not notice that this side closes.
            guard !isHeld else { return context.read() }
            let bytes = Self.unwrapInboundIn(data)
            let now = plan.changes(way)
            if changes != now { (changes, passed) = (now, 0) }
            let (count, deed) = plan.take(bytes.readableBytes, after: passed, way)
            passed += Int64(count)
            let channel = context.channel
            let written = other.writeAndFlush(bytes.getSlice(at: bytes.readerIndex, length: count) ?? ByteBuffer())
            switch deed {
            case nil: written.whenSuccess { channel.read() }
            case .hold:
                isHeld = true
                written.whenSuccess { channel.read() }
            case .cut:
                isHeld = true
                written.whenComplete { [reset] _ in reset() }
            }
        }

        func channelReadComplete(context: ChannelHandlerContext) {
            context.fireChannelReadComplete()
        }

        func channelInactive(context: ChannelHandlerContext) { end() }

        func errorCaught(context: ChannelHandlerContext, error: any Error) { end() }
    }
}
