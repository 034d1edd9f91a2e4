import MatrixAPI
import NIOCore
import NIOHTTP1
import NIOPosix

/// The redirect target of single sign-on: a listener on this machine only, for one request with the secret path.
///
/// Client-server API, "Client login via SSO".
final class LoopbackRedirect: Sendable {
    /// The redirect address, without the token.
    let address: String
    private let listener: any Channel
    private let token: EventLoopPromise<String>
    private let state: String
    private let deadline: Scheduled<Void>

    /// - Parameter limit: the time after which the login fails.
    static func listen(for limit: TimeAmount, farewell: String = "") async throws(LoginError) -> LoopbackRedirect {
        // A secret of 128 bits. Requests without it don't belong to this login.
        let state = (0..<4).map { _ in UInt32.random(in: .min ... .max) }.map { word in
            let digits = String(word, radix: 16)
            return String(repeating: "0", count: 8 - digits.count) + digits
        }.joined()
        let token = HTTPTransport.eventLoopGroup.next().makePromise(of: String.self)
        do {
            let listener = try await ServerBootstrap(group: HTTPTransport.eventLoopGroup)
                .serverChannelOption(.backlog, value: 16)
                .childChannelOption(.maxMessagesPerRead, value: 1)
                .childChannelInitializer { channel in
                    channel.eventLoop.makeCompletedFuture {
                        var limits = NIOHTTPDecoderLimitConfiguration()
                        limits.maxHeaderListSize = 8 * 1024
                        limits.maxHeaderFieldSize = 8 * 1024
                        let pipeline = channel.pipeline.syncOperations
                        try pipeline.addHandler(HTTPResponseEncoder())
                        try pipeline.addHandler(
                            ByteToMessageHandler(HTTPRequestDecoder(limitConfiguration: limits)))
                        try pipeline.addHandler(RedirectHandler(state: state, farewell: farewell) { token.succeed($0) })
                    }
                }
                .bind(host: "127.0.0.1", port: 0).get()
            return LoopbackRedirect(listener: listener, state: state, token: token, limit: limit)
        } catch {
            token.fail(error)
            throw .noRedirect
        }
    }

    private init(listener: any Channel, state: String, token: EventLoopPromise<String>, limit: TimeAmount) {
        self.listener = listener
        self.state = state
        self.token = token
        address = "http://127.0.0.1:\(listener.localAddress?.port ?? 0)/\(state)"
        deadline = listener.eventLoop.scheduleTask(in: limit) {
            token.fail(LoginError.browserStayedAway)
        }
    }

    /// Waits for the login token from the browser, and then closes the listener.
    func returned() async throws -> String {
        defer { close() }
        return try await withTaskCancellationHandler {
            try await token.futureResult.get()
        } onCancel: {
            token.fail(CancellationError())
        }
    }

    /// Accepts the address at which a browser on another machine ended.
    func accept(_ text: String) -> Bool {
        let text = text.filter { !$0.isWhitespace }
        guard text.hasPrefix("http://"), let slash = text.dropFirst("http://".count).firstIndex(of: "/"),
            let found = Self.token(in: String(text[slash...]), state: state)
        else { return false }
        token.succeed(found)
        return true
    }

    func close() {
        deadline.cancel()
        listener.close(promise: nil)
        token.fail(CancellationError())
    }

    /// Returns the login token of a request's target.
    ///
    /// - Returns: `nil` if the path is wrong, or there is no token.
    static func token(in target: String, state: String) -> String? {
        let withoutFragment = target.prefix { $0 != "#" }
        let parts = withoutFragment.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, isSame(String(parts[0]), "/" + state) else { return nil }
        let values = parts[1].split(separator: "&").filter { $0.hasPrefix("loginToken=") }
        guard values.count == 1, let value = String(values[0].dropFirst("loginToken=".count)).percentDecoded(),
            !value.isEmpty
        else { return nil }
        return value
    }

    /// Whether two texts are equal. The comparison takes constant time.
    private static func isSame(_ one: String, _ other: String) -> Bool {
        guard one.utf8.count == other.utf8.count else { return false }
        return zip(one.utf8, other.utf8).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }
}
