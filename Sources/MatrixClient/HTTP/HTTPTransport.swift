import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import NIOPosix

/// The connections to a homeserver. It sends requests and returns status, headers and body.
struct HTTPTransport: Sendable {
    struct Answer: Sendable {
        let status: Int
        let headers: HTTPHeaders
        let body: ByteBuffer
        /// The secrets of the request. An error message must not repeat them.
        var secrets: [String] = []
    }

    /// A single thread serves all connections of the process. It only moves bytes.
    static let eventLoopGroup = MultiThreadedEventLoopGroup(numberOfThreads: 1)

    let ordinary: HTTPClientOnDemand
    /// The client for a first sync, which some servers prepare for minutes before the first byte. It is a client of
    /// its own because async-http-client has no read timeout for a single request.
    let patient: HTTPClientOnDemand
    private let pace: ResponsePace

    init(trust: TrustRoots, pace: ResponsePace = .slowest) {
        self.pace = pace
        ordinary = HTTPClientOnDemand { HTTPTransport.makeClient(trust: trust, silenceLimit: .seconds(90)) }
        patient = HTTPClientOnDemand { HTTPTransport.makeClient(trust: trust, silenceLimit: .minutes(10)) }
    }

    /// - Parameter heard: called when the response begins, and for each piece of its body.
    func execute(
        _ request: HTTPClientRequest, patience: Int64, bodyLimit: Int, heard: @escaping @Sendable () -> Void = {}
    ) async throws -> Answer {
        let lease = try (patience > 90 ? patient : ordinary).lease()
        defer { lease.end() }
        let response = try await lease.client.execute(request, timeout: .seconds(patience))
        heard()
        if let length = response.headers.first(name: "Content-Length").flatMap(Int.init), length > bodyLimit {
            throw NIOTooManyBytesError(maxBytes: bodyLimit)
        }
        // The timeout ends with the head, and the read timeout restarts with each byte.
        let body = try await pace.collect(response.body, upTo: bodyLimit, heard: heard)
        return Answer(status: Int(response.status.code), headers: response.headers, body: body)
    }

    /// Passes on the body of a response with status 200 or 206 in pieces. For any other status, the returned
    /// response has the body.
    ///
    /// - Parameters:
    ///   - begin: called with the status and the headers of such a response, before the first piece.
    ///   - limit: the limit of the whole file in bytes.
    ///   - offset: the number of bytes that are already on this device, if only the remaining ones are requested.
    func stream(
        _ request: HTTPClientRequest, patience: Int64, limit: Int64, offset: Int64,
        begin: @Sendable (Int, HTTPHeaders) async throws -> Void,
        take: @escaping @Sendable (ByteBuffer) async throws -> Void
    ) async throws -> Answer {
        let lease = try ordinary.lease()
        defer { lease.end() }
        let response = try await lease.client.execute(request, timeout: .seconds(patience))
        let status = Int(response.status.code)
        guard status == 200 || status == 206 else {
            let body = try await pace.collect(response.body, upTo: 1 << 20)
            return Answer(status: status, headers: response.headers, body: body)
        }
        let most = status == 206 ? max(limit - offset, 0) : limit
        if let length = response.headers.first(name: "Content-Length").flatMap(Int64.init), length > most {
            throw NIOTooManyBytesError(maxBytes: Int(limit))
        }
        try await begin(status, response.headers)
        try await pace.pour(response.body, upTo: most, into: take)
        return Answer(status: status, headers: response.headers, body: ByteBuffer())
    }

    /// Makes new requests use new connections. Pending requests keep theirs.
    func renewConnections() {
        for client in [ordinary, patient] { client.renew() }
    }

    func shutdown() async {
        for client in [ordinary, patient] { await client.shutdown() }
    }

    private static func makeClient(trust: TrustRoots, silenceLimit: TimeAmount) -> HTTPClient {
        var configuration = HTTPClient.Configuration(
            tlsConfiguration: trust.configuration,
            // No endpoint of the API redirects, and a token must never be sent to another host.
            redirectConfiguration: .disallow,
            timeout: .init(connect: .seconds(10), read: silenceLimit, write: .seconds(60))
        )
        configuration.httpVersion = .http1Only
        configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = 8
        configuration.connectionPool.idleTimeout = .seconds(50)
        // The callers decide about retries, and show them to the user.
        configuration.connectionPool.retryConnectionEstablishment = false
        return HTTPClient(eventLoopGroup: eventLoopGroup, configuration: configuration)
    }
}
