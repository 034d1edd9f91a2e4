import NIOCore
import NIOPosix
import NIOSSL
import Synchronization

/// A proxy in front of a server, on a free port of loopback, which injects the faults that a test sets.
///
/// It ends when this object is deallocated, and no connection through it lives longer than two minutes.
package final class FaultProxy: Sendable {
    /// The address for `confab login`.
    package let address: String
    private let listener: any Channel
    private let script: FaultScript
    private let connections: Connections
    private let tls: Encryption

    private static let longestConnection = TimeAmount.minutes(2)

    /// - Parameters:
    ///   - target: The server as `http://HOST:PORT`.
    ///   - identity: The certificate for https. `nil` stands for plain HTTP.
    package init(to target: String, as identity: Certificates.Identity? = nil) async throws {
        let place = target.dropFirst("http://".count).split(separator: ":")
        guard place.count == 2, let port = Int(place[1]) else {
            throw ScreenFailure.notStarted(program: "a proxy", reason: "\(target) has no port")
        }
        let host = String(place[0])
        let (script, connections) = (FaultScript(), Connections())
        let tls = Encryption(try identity.map(FaultProxy.context))
        listener = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelInitializer { client in
                script.connected()
                if let tls = tls.context.withLock(\.self) {
                    do {
                        try client.pipeline.syncOperations.addHandler(NIOSSLServerHandler(context: tls))
                    } catch {
                        return client.eventLoop.makeFailedFuture(error)
                    }
                }
                // Data from the client waits in its socket meanwhile.
                return ClientBootstrap(group: client.eventLoop).connect(host: host, port: port).flatMapThrowing {
                    server in
                    try FaultProxy.join(client, server, script, connections)
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        (self.script, self.connections, self.tls) = (script, connections, tls)
        let ownPort = listener.localAddress?.port ?? 0
        address = identity == nil ? "http://127.0.0.1:\(ownPort)" : "https://localhost:\(ownPort)"
    }

    deinit {
        listener.close(promise: nil)
        connections.each { $0.reset() }
    }

    /// Sets the certificate for new connections.
    package func show(_ identity: Certificates.Identity) throws {
        let context = try FaultProxy.context(identity)
        tls.context.withLock { $0 = context }
    }

    private static func context(_ identity: Certificates.Identity) throws -> NIOSSLContext {
        try NIOSSLContext(
            configuration: .makeServerConfiguration(
                certificateChain: NIOSSLCertificate.fromPEMFile(identity.certificate).map { .certificate($0) },
                privateKey: .privateKey(NIOSSLPrivateKey(file: identity.key, format: .pem))))
    }

    /// Applies a fault to the next requests of a kind. Each rule takes effect after the previous one.
    @discardableResult
    package func meet(_ place: FaultPlace, with fault: Fault, times: Int = 1) -> FaultRule {
        script.add(place, fault, times: times)
    }

    /// Applies only this fault from now on. All other rules end, and held responses are sent.
    @discardableResult
    package func meetOnly(_ place: FaultPlace, with fault: Fault, times: Int = 1) -> FaultRule {
        defer { connections.each { $0.mend() } }
        return script.replace(place, fault, times: times)
    }

    /// Forwards half of the next bytes on a stream, and then closes the connection.
    package func cutNextFrame() -> FaultRule {
        script.cutNextFrame()
    }

    /// Ends all faults, and sends held responses.
    package func mend() {
        script.clear()
        connections.each { $0.mend() }
    }

    /// Resets all current connections.
    package func cut() {
        connections.each { $0.reset() }
    }

    /// Freezes all current connections: nothing is forwarded any more, and they are not closed.
    ///
    /// - Parameter includingNew: Whether later connections freeze as well, until ``letNewConnectionsPass()``.
    package func freeze(includingNew: Bool = false) {
        script.freezesNew(includingNew)
        connections.each { $0.freeze() }
    }

    /// Lets new connections work from now on.
    package func letNewConnectionsPass() {
        script.freezesNew(false)
    }

    /// Records requests with this text in ``betrayals`` from now on.
    package func watch(for words: String) {
        script.watch(for: words)
    }

    /// The first lines of requests that contained a watched text.
    package var betrayals: [String] { script.betrayals }

    /// Returns the number of requests of a kind, whatever their results were.
    package func count(of place: FaultPlace) -> Int { script.count(of: place) }

    /// Returns how often a rule was applied.
    package func count(of rule: FaultRule) -> Int { script.count(of: rule) }

    /// The number of responses that the client received completely.
    package var answers: Int { script.answers }

    /// The number of connections, with or without requests.
    package var connectionsMade: Int { script.connections }

    /// Waits until a rule was applied this often.
    package func waitForFaults(_ count: Int = 1, by rule: FaultRule) async throws {
        try await wait("\(count) faults") { self.count(of: rule) >= count }
    }

    /// Waits until this number of connections was made.
    package func waitForConnections(_ count: Int) async throws {
        try await wait("\(count) connections") { self.connectionsMade >= count }
    }

    /// Waits until this number of requests of a kind has arrived.
    package func waitForRequests(_ count: Int, to place: FaultPlace) async throws {
        try await wait("\(count) requests to \(place)") { self.count(of: place) >= count }
    }

    private func wait(_ description: String, _ condition: () -> Bool) async throws {
        let patience = Patience()
        while !condition() {
            guard await patience.pause() else {
                throw ScreenFailure.notSeen(
                    description, screen: "\(connectionsMade) connections, \(count(of: .anything)) requests")
            }
        }
    }

    private static func join(
        _ client: any Channel, _ server: any Channel, _ script: FaultScript, _ connections: Connections
    ) throws {
        let connection = ProxyConnection(client: client, server: server, script: script)
        if script.isFreezingNew { connection.freeze() }
        try client.pipeline.syncOperations.addHandler(
            ProxySide(hear: { connection.clientSaid($0) }, end: { connection.clientLeft() }))
        try server.pipeline.syncOperations.addHandler(
            ProxySide(hear: { connection.serverSaid($0) }, end: { connection.serverLeft() }))
        connections.add(NIOLoopBound(connection, eventLoop: client.eventLoop), until: client.closeFuture)
        let end = client.eventLoop.assumeIsolated().scheduleTask(in: longestConnection) { connection.reset() }
        client.closeFuture.whenComplete { _ in end.cancel() }
    }
}

extension FaultProxy {
    /// The certificate of a proxy with TLS.
    private final class Encryption: Sendable {
        let context: Mutex<NIOSSLContext?>

        init(_ context: NIOSSLContext?) {
            self.context = Mutex(context)
        }
    }

    /// The current connections, each on its own event loop.
    private final class Connections: Sendable {
        private let all = Mutex<[Int: NIOLoopBound<ProxyConnection>]>([:])
        private let numbers = Atomic(0)

        func add(_ connection: NIOLoopBound<ProxyConnection>, until end: EventLoopFuture<Void>) {
            let number = numbers.add(1, ordering: .relaxed).newValue
            all.withLock { $0[number] = connection }
            end.whenComplete { _ in self.all.withLock { $0[number] = nil } }
        }

        func each(_ body: @escaping @Sendable (ProxyConnection) -> Void) {
            for connection in all.withLock({ Array($0.values) }) {
                connection.eventLoop.execute { body(connection.value) }
            }
        }
    }

    /// Forwards the data from one side of a connection.
    private final class ProxySide: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer

        private let hear: (ByteBuffer) -> Void
        private let end: () -> Void

        init(hear: @escaping (ByteBuffer) -> Void, end: @escaping () -> Void) {
            self.hear = hear
            self.end = end
        }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            hear(Self.unwrapInboundIn(data))
        }

        func channelInactive(context: ChannelHandlerContext) {
            end()
        }

        func errorCaught(context: ChannelHandlerContext, error: any Error) {
            context.close(promise: nil)
        }
    }
}
