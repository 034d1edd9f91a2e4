import HTTPTypes
import MatrixAPI

/// `POST upload`, and `POST create` with `PUT upload` after it (client-server API, "Content repository").
enum UploadEndpoint {
    /// The maximum in bytes. No system has longer names.
    private static let longestName = 1_024

    @Sendable static func post(_ call: Call, _ body: UploadBody) async throws -> JSONValue {
        let type = MediaType(call.headers[.contentType])
        let name = try name(of: call)
        let id = try await call.server.media.store(body, type, name, of: call.user, from: call.peer)
        return ["content_uri": address(id, call)]
    }

    @Sendable static func create(_ call: Call) async throws -> JSONValue {
        let upload = try await call.server.media.reserve(for: call.user)
        return ["content_uri": address(upload.id, call), "unused_expires_at": .integer(upload.expiresAt)]
    }

    @Sendable static func put(_ call: Call, _ body: UploadBody) async throws -> JSONValue {
        guard call.parameter("serverName") == call.server.configuration.serverName else {
            throw EndpointError.notFound("The address is another server's")
        }
        try await call.server.media.store(
            body, MediaType(call.headers[.contentType]), name(of: call), of: call.user, from: call.peer,
            as: call.parameter("mediaID"))
        return .emptyObject
    }

    private static func address(_ id: String, _ call: Call) -> JSONValue {
        .string("mxc://\(call.server.configuration.serverName)/\(id)")
    }

    private static func name(of call: Call) throws -> String? {
        guard let name = call.target["filename"], !name.isEmpty else { return nil }
        guard name.utf8.count <= longestName else { throw EndpointError.invalid("filename is too long") }
        return name
    }
}

/// `GET config` (client-server API, "Content repository").
enum MediaConfigEndpoint {
    @Sendable static func get(_ call: Call) async throws -> JSONValue {
        let limits = call.server.configuration.limits
        return [
            "m.upload.size": .integer(min(limits.uploadBytes, limits.mediaBytesPerAccount, limits.mediaBytes))
        ]
    }
}
