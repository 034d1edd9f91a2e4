import AsyncHTTPClient
package import Logging
package import MatrixAPI
import NIOCore
import NIOHTTP1

/// The client-server API of a homeserver, for one account after a token is set. Each function sends one request and
/// doesn't retry failures. The request is only repeated if its token could be refreshed after a refusal, or if its
/// connection was replaced.
///
/// ``shutdown()`` closes its connections. Releasing the object does so too, some time later.
package final class HomeserverClient: Sendable {
    package let homeserver: HomeserverLocation
    /// A file of certificates.
    let additionalTrustRoots: String?
    let trust: TrustRoots
    let transport: HTTPTransport
    let logger: Logger
    let tokens: TokenRefresher
    package let watch = ResponseWatchdog()
    let underWay = PendingRequests()
    /// The time without progress after which an upload fails. Some systems buffer much data at a time.
    private let uploadStandstill: Duration

    /// - Parameters:
    ///   - tokens: the tokens of the device. A login replaces them.
    ///   - tokensCome: whether requests wait until ``setTokens(_:)`` gives the tokens, or says that there are none.
    ///   - keep: saves refreshed tokens durably. The old tokens become invalid when the new ones are first used.
    ///   - additionalTrustRoots: a PEM file of certificate authorities in addition to the system's. The default is
    ///     the file in `SSL_CERT_FILE`.
    ///   - uploadStandstill: the time without a sent byte after which an upload fails.
    ///   - logger: gets methods, paths without their query, status codes and sizes. It never gets tokens, bodies,
    ///     passwords, or the server's error messages.
    package init(
        homeserver: HomeserverLocation, tokens: AccessTokens?, tokensCome: Bool = false,
        keep: @escaping @Sendable (AccessTokens) async throws -> Void,
        additionalTrustRoots: String? = HomeserverClient.trustRootsOfEnvironment,
        uploadStandstill: Duration = .seconds(120), logger: Logger = HomeserverClient.silentLogger
    ) {
        self.uploadStandstill = uploadStandstill
        self.homeserver = homeserver
        self.additionalTrustRoots = additionalTrustRoots
        self.logger = logger
        trust = TrustRoots(file: homeserver.isSecure ? additionalTrustRoots : nil)
        if trust.isFileUnreadable {
            logger.warning("The file that SSL_CERT_FILE names holds no certificates that can be read")
        }
        transport = HTTPTransport(trust: trust)
        self.tokens = TokenRefresher(tokens, areComing: tokensCome, keep: keep)
    }

    /// Creates a client with a token that can't be refreshed, or without a token.
    package convenience init(
        homeserver: HomeserverLocation, accessToken: String? = nil,
        additionalTrustRoots: String? = HomeserverClient.trustRootsOfEnvironment,
        logger: Logger = HomeserverClient.silentLogger
    ) {
        self.init(
            homeserver: homeserver, tokens: accessToken.map { AccessTokens(accessToken: $0) }, keep: { _ in },
            additionalTrustRoots: additionalTrustRoots, logger: logger)
    }

    deinit {
        let transport = transport
        Task { await transport.shutdown() }
    }

    package static var silentLogger: Logger {
        Logger(label: "confab.matrix") { _ in SwiftLogNoOpLogHandler() }
    }

    /// The file in the environment variable `SSL_CERT_FILE`.
    package static var trustRootsOfEnvironment: String? { TrustRoots.fileOfEnvironment }

    package func setAccessToken(_ accessToken: String?) {
        setTokens(accessToken.map { AccessTokens(accessToken: $0) })
    }

    /// Uses these tokens for all further requests.
    package func setTokens(_ tokens: AccessTokens?) {
        self.tokens.replace(tokens)
    }

    /// Closes all connections. Pending requests fail.
    package func shutdown() async {
        await transport.shutdown()
    }

    /// Makes new requests use new connections, because the existing ones may be dead. Pending requests continue.
    func renewConnections() {
        // In this order, a request between the two calls may be ended needlessly, but never stays on an old connection.
        transport.renewConnections()
        underWay.connectionsWereRenewed()
    }

    /// Ends requests on connections from before the last renewal that had no activity since. They are sent again
    /// with the same transaction identifier if that is safe.
    ///
    /// - Parameter includingOnce: whether to include requests that can't be sent again, which then fail.
    func endOldRequests(includingOnce: Bool) { underWay.endOld(includingOnce: includingOnce) }

    /// The current token, which may be about to be refreshed.
    var accessToken: String? { tokens.current.token }

    /// Sends the request.
    ///
    /// - Returns: the body of a response with status 200.
    @concurrent
    func perform(_ request: MatrixRequest) async throws(MatrixClientError) -> JSONValue {
        let answer = try await answer(to: request)
        guard answer.status == 200 else { throw HomeserverClient.failure(of: answer) }
        return try json(of: answer, to: request)
    }

    /// Sends the request and parses its response. A response that can't be parsed counts as not Matrix.
    func value<Value: Sendable>(
        _ request: MatrixRequest, _ read: (JSONValue) -> Value?
    ) async throws(MatrixClientError) -> Value {
        guard let value = read(try await perform(request)) else { throw .notMatrix(status: 200) }
        return value
    }

    /// Sends the request and returns the response with any status. It is repeated if the token had to be refreshed.
    func answer(to request: MatrixRequest) async throws(MatrixClientError) -> HTTPTransport.Answer {
        try await answer(to: request) { token throws(MatrixClientError) in
            try await self.answer(to: request, token: token)
        }
    }

    /// - Parameter send: sends the request once with a token.
    func answer(
        to request: MatrixRequest,
        _ send: (String?) async throws(MatrixClientError) -> HTTPTransport.Answer
    ) async throws(MatrixClientError) -> HTTPTransport.Answer {
        // Every server would return this error, and the request would reveal an ID that only exists on this device.
        guard !request.isAboutNoRoom else {
            throw .matrix(MatrixError(.notFound, ""), status: 404, retryAfterMilliseconds: nil)
        }
        guard request.isAuthenticated else { return try await send(nil) }
        let exchange: TokenRefresher.Exchange = { token async throws(MatrixClientError) in try await self.refresh(token)
        }
        var grant = try await tokens.grant(exchange)
        var answer = try await send(grant.token)
        for renewal in 1...Self.maxRenewals {
            guard answer.status == 401, grant.token != nil else { return answer }
            let failure = HomeserverClient.failure(of: answer)
            guard case .matrix(let error, _, _) = failure, error.code == .unknownToken else { return answer }
            guard renewal == 1 || error.isSoftLogout else { return answer }
            grant = try await tokens.grant(instead: grant, failure, exchange)
            answer = try await send(grant.token)
        }
        return answer
    }

    /// The limit of refreshes for a request. On a busy machine, a new token may expire before it is used.
    private static let maxRenewals = 3

    private func answer(
        to request: MatrixRequest, token: String?
    ) async throws(MatrixClientError) -> HTTPTransport.Answer {
        var sends = 1
        while true {
            do throws(MatrixClientError) {
                return try await answerOnce(to: request, token: token)
            } catch {
                guard error == .unreachable(.replacedConnection), request.isRepeatable, sends < Self.maxSends else {
                    throw error
                }
                sends += 1
            }
        }
    }

    /// The limit of attempts. Each needs another renewal of the connections.
    private static let maxSends = 5

    private func answerOnce(
        to request: MatrixRequest, token: String?
    ) async throws(MatrixClientError) -> HTTPTransport.Answer {
        let path = request.path
        let awaited = request.holds.map(watch.begin)
        defer { if let awaited { watch.end(awaited) } }
        do {
            var answer = try await underWay.run(
                isRepeatable: request.isRepeatable, blocksOthers: request.blocksOthers
            ) { [self] showLife in
                var request = request
                request.upload?.asked = showLife
                let message = message(for: request, token: token)
                let execute = { @Sendable [transport, watch, request] in
                    try await transport.execute(message, patience: request.patience, bodyLimit: request.bodyLimit) {
                        if let awaited { watch.end(awaited) }
                        watch.reportData()
                        showLife()
                    }
                }
                guard let upload = request.upload else { return try await execute() }
                return try await upload.follow(stallingAtMost: uploadStandstill, execute)
            }
            logger.debug("\(request.method.rawValue) \(path): \(answer.status), \(answer.body.readableBytes) bytes")
            answer.secrets = [token].compactMap(\.self) + request.secrets
            return answer
        } catch {
            let failure = await failure(of: error)
            logger.debug("\(request.method.rawValue) \(path): \(failure.logText)")
            throw failure
        }
    }

    func message(for request: MatrixRequest, token: String?) -> HTTPClientRequest {
        var message = HTTPClientRequest(url: homeserver.url(for: request.target))
        message.method = HTTPMethod(rawValue: request.method.rawValue)
        message.headers.add(name: "User-Agent", value: "Confab")
        for (name, value) in request.headers { message.headers.add(name: name, value: value) }
        if !message.headers.contains(name: "Accept") {
            message.headers.add(name: "Accept", value: "application/json")
        }
        if let token {
            message.headers.add(name: "Authorization", value: "Bearer \(token)")
        }
        if let body = request.body {
            message.headers.add(name: "Content-Type", value: "application/json")
            let bytes = ByteBuffer(bytes: body.serialized)
            message.body =
                if let mayGo = request.mayGo {
                    .stream(GuardedBody(bytes: bytes, mayGo: mayGo), length: .known(Int64(bytes.readableBytes)))
                } else {
                    .bytes(bytes)
                }
        }
        if let upload = request.upload {
            message.headers.add(name: "Content-Type", value: upload.type)
            message.body = .stream(upload, length: .known(upload.length))
        }
        return message
    }

    /// Returns the error. If the homeserver's certificate was refused, it includes the reason.
    func failure(of error: any Error) async -> MatrixClientError {
        guard MatrixClientError.isRefusedChain(error), case .url(let base) = homeserver,
            let address = HomeserverAddress(base: base)
        else { return MatrixClientError(transport: error) }
        let flaw = await CertificateProbe(address: address).flaw()
        let isFileMissing = flaw == .unknownAuthority && trust.isFileUnreadable
        return .unreachable(.certificate(isFileMissing ? .unreadableAuthorities : flaw))
    }

    private func json(
        of answer: HTTPTransport.Answer, to request: MatrixRequest
    ) throws(MatrixClientError) -> JSONValue {
        let body = answer.body.readableBytesView
        do throws(JSONError) {
            guard request.bringsEvents else { return try JSONValue(parsing: body) }
            var broken: [Int] = []
            let json = try JSONValue(parsingEvents: body, broken: &broken)
            logBroken(broken, in: request)
            return json
        } catch {
            throw failure(error, of: answer, to: request)
        }
    }

    /// Logs that a response was malformed but used nevertheless.
    func logBroken(_ broken: [Int], in request: MatrixRequest) {
        guard !broken.isEmpty else { return }
        let places = broken.map(String.init).joined(separator: ", ")
        logger.warning("\(request.method.rawValue) \(request.path): no JSON at byte \(places); that part is left out")
    }

    /// Returns the error for a malformed body. A web page is not from a Matrix server, but text that begins as JSON
    /// is from one with a bug.
    func failure(
        _ error: JSONError, of answer: HTTPTransport.Answer, to request: MatrixRequest
    ) -> MatrixClientError {
        let blanks: [UInt8] = [0x20, 0x0A, 0x0D, 0x09]
        guard case .malformed(let offset) = error,
            answer.body.readableBytesView.first(where: { !blanks.contains($0) }) == UInt8(ascii: "{")
        else { return .notMatrix(status: answer.status) }
        logger.warning("\(request.method.rawValue) \(request.path): no JSON at byte \(offset)")
        return .brokenAnswer(offset: offset)
    }

    static func json(of answer: HTTPTransport.Answer) -> JSONValue? {
        try? JSONValue(parsing: answer.body.readableBytesView)
    }

    /// Returns the error of a response with another status than 200 (client-server API, "Standard error
    /// response", "Rate limiting").
    static func failure(of answer: HTTPTransport.Answer) -> MatrixClientError {
        guard let json = json(of: answer), let error = MatrixError(json: json)?.hiding(answer.secrets) else {
            return .notMatrix(status: answer.status)
        }
        let pause = RetryAfter(
            header: answer.headers.first(name: "Retry-After"), date: answer.headers.first(name: "Date"),
            body: error.retryAfterMilliseconds)
        return .matrix(error, status: answer.status, retryAfterMilliseconds: pause?.milliseconds)
    }
}
