import Logging
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL
import NIOWebSocket

/// Opens a stream: it connects, starts TLS, and requests the upgrade to WebSocket (RFC 6455, section 4) with the
/// subprotocol `m.json`.
struct StreamConnector: Sendable {
    let homeserver: HomeserverLocation
    let accessToken: String
    let filter: String?
    let trust: TrustRoots
    var watch: ResponseWatchdog?

    private static let handshakeLimit = TimeAmount.seconds(15)
    private static let subprotocol = "m.json"

    /// - Throws: ``StreamEnd/noHandshake`` for any failure. The sync request that follows shows the reason.
    func open(since: String) async throws(StreamEnd) -> StreamConnection {
        do {
            let upgrade = try await connect(head: requestHead(since: since))
            return try await withTaskCancellationHandler {
                try await upgrade.result.get()
            } onCancel: {
                upgrade.channel.close(promise: nil)
            }
        } catch {
            throw .noHandshake
        }
    }

    private struct Upgrade: Sendable {
        let channel: any Channel
        let result: EventLoopFuture<StreamConnection>
    }

    private func connect(head: HTTPRequestHead) async throws -> Upgrade {
        let bootstrap = ClientBootstrap(group: HTTPTransport.eventLoopGroup).connectTimeout(.seconds(10))
        switch homeserver {
        case .unixSocket(let path):
            return try await bootstrap.connect(unixDomainSocketPath: path) { [watch] channel in
                StreamConnector.configure(channel, head: head, tls: nil, watch: watch)
            }
        case .url(let base):
            guard let address = HomeserverAddress(base: base) else { throw StreamEnd.noHandshake }
            let tls = address.isSecure ? try NIOSSLContext(configuration: trust.configuration) : nil
            return try await bootstrap.connect(host: address.host, port: address.port) { [watch] channel in
                StreamConnector.configure(
                    channel, head: head, tls: tls.map { ($0, address.nameForTLS) }, watch: watch)
            }
        }
    }

    private func requestHead(since: String) -> HTTPRequestHead {
        var prefix = ""
        var host = "localhost"
        if case .url(let base) = homeserver, let address = HomeserverAddress(base: base) {
            prefix = address.path
            host = address.authority
        }
        let request = MatrixRequest(
            .get, "unstable", "im.confab.stream", query: ["since": since, "filter": filter])
        var headers = HTTPHeaders()
        headers.add(name: "Host", value: host)
        headers.add(name: "Authorization", value: "Bearer \(accessToken)")
        headers.add(name: "Sec-WebSocket-Protocol", value: StreamConnector.subprotocol)
        headers.add(name: "User-Agent", value: "Confab")
        return HTTPRequestHead(version: .http1_1, method: .GET, uri: prefix + request.target, headers: headers)
    }

    /// Configures the channel before it connects. It runs on the channel's event loop.
    private static func configure(
        _ channel: any Channel, head: HTTPRequestHead, tls: (context: NIOSSLContext, name: String?)?,
        watch: ResponseWatchdog?
    ) -> EventLoopFuture<Upgrade> {
        channel.eventLoop.makeCompletedFuture {
            let pipeline = channel.pipeline.syncOperations
            let meter = StreamByteMeter()
            try pipeline.addHandler(meter)
            if let tls {
                try pipeline.addHandler(NIOSSLClientHandler(context: tls.context, serverHostname: tls.name))
            }
            let bound = NIOLoopBound(meter, eventLoop: channel.eventLoop)
            let upgrader = NIOTypedWebSocketClientUpgrader<StreamConnection>(
                maxFrameSize: StreamMessages.maximumMessageSize
            ) { channel, answer in
                channel.eventLoop.makeCompletedFuture { try finish(channel, answer, meter: bound.value, watch: watch) }
            }
            var configuration = NIOUpgradableHTTPClientPipelineConfiguration(
                upgradeConfiguration: .init(upgradeRequestHead: head, upgraders: [upgrader]) { channel in
                    channel.close(promise: nil)
                    return channel.eventLoop.makeFailedFuture(StreamEnd.noHandshake)
                })
            // A first update may arrive in one read with the response to the upgrade. NIO would drop it by default.
            configuration.leftOverBytesStrategy = .forwardBytes
            let result = try pipeline.configureUpgradableHTTPClientPipeline(configuration: configuration)
            let deadline = channel.eventLoop.scheduleTask(in: handshakeLimit) { channel.close(promise: nil) }
            result.whenComplete { _ in deadline.cancel() }
            result.whenFailure { _ in channel.close(promise: nil) }
            return Upgrade(channel: channel, result: result)
        }
    }

    private static func finish(
        _ channel: any Channel, _ answer: HTTPResponseHead, meter: StreamByteMeter, watch: ResponseWatchdog?
    ) throws -> StreamConnection {
        guard answer.headers[canonicalForm: "Sec-WebSocket-Protocol"].contains(Substring(subprotocol)) else {
            throw StreamEnd.noHandshake
        }
        // From here on, the handler only reads when a message is awaited.
        try channel.syncOptions?.setOption(.autoRead, value: false)
        let handler = StreamHandler(meter: meter, watch: watch)
        try channel.pipeline.syncOperations.addHandler(handler)
        return StreamConnection(channel: channel, handler: handler)
    }
}
