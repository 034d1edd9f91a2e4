import HTTPTypes
import MatrixAPI

/// `POST upload` (client-server API, "Content repository").
enum UploadEndpoint {
    /// In bytes. No system has longer names.
    private static let longestName = 1_024

    @Sendable static func post(_ call: Call, _ body: UploadBody) async throws -> JSONValue {
        let type = MediaType(call.headers[.contentType])
        let name = try name(of: call)
        let id = try await call.server.media.keep(body, type, name, of: call.user)
        return ["content_uri": .string("mxc://\(call.server.configuration.serverName)/\(id)")]
    }

    private static func name(of call: Call) throws -> String? {
        guard let name = call.target["filename"], !name.isEmpty else { return nil }
        guard name.utf8.count <= longestName else { throw Refusal.invalid("filename is too long") }
        return name
    }
}
