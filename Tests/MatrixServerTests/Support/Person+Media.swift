import AsyncHTTPClient
import Foundation
import MatrixAPI
import NIOCore
import NIOHTTP1
import Testing

extension Person {
    private static let root = "/_matrix/media/v3/upload"

    /// - Parameter name: The name as it stands in the query.
    func upload(
        _ bytes: [UInt8], type: String? = "application/octet-stream", name: String? = nil, hasLength: Bool = true
    ) async throws -> Answer {
        try await send(bytes, .POST, "", type: type, name: name, hasLength: hasLength)
    }

    /// Uploads a file to a reserved address.
    func put(
        _ bytes: [UInt8], type: String? = "application/octet-stream", name: String? = nil, to id: String
    ) async throws -> Answer {
        try await send(bytes, .PUT, "/localhost/\(id)", type: type, name: name)
    }

    /// - Parameter place: The server name and the media ID.
    func put(_ bytes: [UInt8], place: String) async throws -> Answer {
        try await send(bytes, .PUT, "/\(place)", type: nil, name: nil)
    }

    private func send(
        _ bytes: [UInt8], _ method: HTTPMethod, _ place: String, type: String?, name: String?, hasLength: Bool = true
    ) async throws -> Answer {
        let query = name.map { "?filename=\($0)" } ?? ""
        var request = HTTPClientRequest(url: server.baseURL + Self.root + place + query)
        request.method = method
        request.headers.add(name: "authorization", value: "Bearer \(token)")
        if let type { request.headers.add(name: "content-type", value: type) }
        let buffer = ByteBuffer(bytes: bytes)
        let parts = AsyncStream { continuation in
            continuation.yield(buffer)
            continuation.finish()
        }
        request.body = hasLength ? .bytes(buffer) : .stream(parts, length: .unknown)
        let response = try await HTTPClient.shared.execute(request, timeout: .seconds(60))
        let answer = try await response.body.collect(upTo: 1 << 20)
        return Answer(
            status: Int(response.status.code), body: try JSONValue(parsing: answer.readableBytesView),
            headers: response.headers)
    }

    /// Uploads a file, and returns its ID.
    func keep(
        _ bytes: [UInt8], type: String? = "application/octet-stream", name: String? = nil
    ) async throws -> String {
        let answer = try await upload(bytes, type: type, name: name)
        #expect(answer.status == 200)
        let uri = try #require(answer.body["content_uri"]?.string)
        #expect(uri.hasPrefix("mxc://localhost/"))
        return String(uri.dropFirst("mxc://localhost/".count))
    }

    func download(_ id: String, name: String? = nil, _ headers: HTTPHeaders = [:]) async throws -> Download {
        let path = "/_matrix/client/v1/media/download/localhost/\(id)"
        return try await fetch(path + (name.map { "/\($0)" } ?? ""), headers)
    }

    func fetch(_ path: String, _ headers: HTTPHeaders = [:]) async throws -> Download {
        try await server.fetch(path, headers, token: token)
    }
}

extension ServerUnderTest {
    func fetch(_ path: String, _ headers: HTTPHeaders = [:], token: String?) async throws -> Download {
        var request = HTTPClientRequest(url: baseURL + path)
        request.headers = headers
        if let token { request.headers.add(name: "authorization", value: "Bearer \(token)") }
        let response = try await HTTPClient.shared.execute(request, timeout: .seconds(60))
        let bytes = try await response.body.collect(upTo: 300 << 20)
        return Download(status: Int(response.status.code), bytes: Array(buffer: bytes), headers: response.headers)
    }

    /// Returns the names in a directory of the media.
    func mediaFiles(_ place: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: "\(directory)/media/\(place)")
    }
}
