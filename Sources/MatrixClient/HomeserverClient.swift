import AsyncHTTPClient
package import Logging
package import MatrixAPI
import NIOCore
import NIOHTTP1

/// The client-server API of one homeserver, for one account once a token is set. Each function is one request, tried once; only
/// where its token was refused and can be renewed it goes again, by the new one.
///
/// ``shutdown()`` closes its connections; letting go of it does so too, some time later.
package final class HomeserverClient: Sendable {
    package let homeserver: HomeserverLocation
    /// A file of certificates.
    let additionalTrustRoots: String?
    let trust: TrustRoots
    let transport: HTTPTransport
    let logger: Logger
    let tokens: TokenKeeper
    package let watch = AnswerWatch()
    let underWay = RequestsUnderWay()
    /// How long a connection may take nothing of an upload. A system that is slow to send takes much at a time.
    private let uploadStandstill: Duration

    /// - Parameters:
    ///   - tokens: of the device; a login brings others.
    ///   - tokensCome: requests wait until ``setTokens(_:)`` says them, or that there are none.
    ///   - keep: puts renewed tokens where no loss of power takes them away: the old ones end when the new ones are first used.
    ///   - additionalTrustRoots: a PEM file with certificates of authorities that count beside the system's; by default
    ///     the one that `SSL_CERT_FILE` names.
    ///   - uploadStandstill: after how long without a byte that was taken an upload is given up.
    ///   - logger: gets methods, paths without their query, status codes and sizes; never tokens, bodies, passwords, or what
    ///     the server says of an error.
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
        self.tokens = TokenKeeper(tokens, areComing: tokensCome, keep: keep)
    }

    /// By a token that is not renewed, or without one.
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

    /// What the environment variable `SSL_CERT_FILE` names.
    package static var trustRootsOfEnvironment: String? { TrustRoots.fileOfEnvironment }

    package func setAccessToken(_ accessToken: String?) {
        setTokens(accessToken.map { AccessTokens(accessToken: $0) })
    }

    /// From now on requests go by these.
    package func setTokens(_ tokens: AccessTokens?) {
        self.tokens.replace(tokens)
    }

    /// Closes all connections; requests under way fail.
    package func shutdown() async {
        await transport.shutdown()
    }

    /// Makes new requests go out by new connections, because those that there are may be dead. Requests under way go on.
    func renewConnections() {
        // In this order: a request between the two is ended for nothing, and never left on an old connection.
        transport.renewConnections()
        underWay.connectionsWereRenewed()
    }

    /// Ends the requests on connections from before the last renewal that showed no sign of life since. They are sent anew where
    /// that does no harm, with the same transaction identifier.
    ///
    /// - Parameter includingOnce: also those that can't be sent anew; they fail.
    func endOldRequests(includingOnce: Bool) { underWay.endOld(includingOnce: includingOnce) }

    /// Of now; it may be one that is about to be renewed.
    var accessToken: String? { tokens.current.token }

    /// Sends the request once.
    ///
    /// - Returns: the body of an answer with status 200.
    @concurrent
    func perform(_ request: MatrixRequest) async throws(MatrixClientError) -> JSONValue {
        let answer = try await answer(to: request)
        guard answer.status == 200 else { throw HomeserverClient.failure(of: answer) }
        return try json(of: answer, to: request)
    }

    /// Sends the request and reads its answer; one that can't be read is not Matrix.
    func value<Value: Sendable>(
        _ request: MatrixRequest, _ read: (JSONValue) -> Value?
    ) async throws(MatrixClientError) -> Value {
        guard let value = read(try await perform(request)) else { throw .notMatrix(status: 200) }
        return value
    }

    /// Sends the request, whatever the status of the answer is; once more where its token had to be renewed.
    func answer(to request: MatrixRequest) async throws(MatrixClientError) -> HTTPTransport.Answer {
        try await answer(to: request) { token throws(MatrixClientError) in
            try await self.answer(to: request, token: token)
        }
    }

    /// - Parameter send: sends it once by a token.
    func answer(
        to request: MatrixRequest,
        _ send: (String?) async throws(MatrixClientError) -> HTTPTransport.Answer
    ) async throws(MatrixClientError) -> HTTPTransport.Answer {
        // It is said here once what every server would answer, and none is told what is on this device alone.
        guard !request.isAboutNoRoom else {
            throw .matrix(MatrixError(.notFound, ""), status: 404, retryAfterMilliseconds: nil)
        }
        guard request.isAuthenticated else { return try await send(nil) }
        let exchange: TokenKeeper.Exchange = { token async throws(MatrixClientError) in try await self.refresh(token) }
        var grant = try await tokens.grant(exchange)
        var answer = try await send(grant.token)
        for renewal in 1...Self.mostRenewals {
            guard answer.status == 401, grant.token != nil else { return answer }
            let failure = HomeserverClient.failure(of: answer)
            guard case .matrix(let error, _, _) = failure, error.code == .unknownToken else { return answer }
            guard renewal == 1 || error.isSoftLogout else { return answer }
            grant = try await tokens.grant(instead: grant, failure, exchange)
            answer = try await send(grant.token)
        }
        return answer
    }

    /// A new token may end before a machine that has much to do uses it.
    private static let mostRenewals = 3

    private func answer(
        to request: MatrixRequest, token: String?
    ) async throws(MatrixClientError) -> HTTPTransport.Answer {
        var sends = 1
        while true {
            do throws(MatrixClientError) {
                return try await answerOnce(to: request, token: token)
            } catch {
                guard error == .unreachable(.replacedConnection), request.isRepeatable, sends < Self.mostSends else {
                    throw error
                }
                sends += 1
            }
        }
    }

    /// Each needs another renewal of the connections.
    private static let mostSends = 5

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
                        watch.heard()
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

    /// Says what is wrong with a certificate of this client's homeserver.
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
            note(broken, in: request)
            return json
        } catch {
            throw failure(error, of: answer, to: request)
        }
    }

    /// Says in the log where an answer was broken that is used all the same.
    func note(_ broken: [Int], in request: MatrixRequest) {
        guard !broken.isEmpty else { return }
        let places = broken.map(String.init).joined(separator: ", ")
        logger.warning("\(request.method.rawValue) \(request.path): no JSON at byte \(places); that part is left out")
    }

    /// A page of the web is none of Matrix; what begins as JSON comes from a server that makes a mistake.
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

    /// The error that an answer with another status than 200 means (client-server API, "Standard error response",
    /// "Rate limiting").
    static func failure(of answer: HTTPTransport.Answer) -> MatrixClientError {
        guard let json = json(of: answer), let error = MatrixError(json: json)?.hiding(answer.secrets) else {
            return .notMatrix(status: answer.status)
        }
        let pause = AskedPause(
            header: answer.headers.first(name: "Retry-After"), date: answer.headers.first(name: "Date"),
            body: error.retryAfterMilliseconds)
        return .matrix(error, status: answer.status, retryAfterMilliseconds: pause?.milliseconds)
    }
}
