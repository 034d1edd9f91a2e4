import HTTPTypes
import MatrixAPI

/// `GET download` (client-server API, "Content repository").
enum DownloadEndpoint {
    @Sendable static func get(_ call: Call) async throws -> FileAnswer {
        let media = try await media(of: call)
        let disposition = ContentDisposition.text(
            isInline: media.type.mayBeInline, name: call.parameters["fileName"] ?? media.name)
        return try await FileAnswer.of(media, disposition: disposition, to: call)
    }

    /// The upload that the path names. Those of other servers are not known here.
    static func media(of call: Call) async throws -> Media {
        let id = call.parameter("mediaID")
        let isOwn = call.parameter("serverName") == call.server.configuration.serverName
        let media = isOwn ? try await call.server.read { try MediaTable($0).media(id) } : nil
        guard let media else { throw Refusal.notFound("There is no such file here") }
        return media
    }
}
