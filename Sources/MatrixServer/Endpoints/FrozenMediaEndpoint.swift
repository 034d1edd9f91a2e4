import HTTPTypes
import MatrixAPI

/// `GET download` and `GET thumbnail` below `/_matrix/media/` (client-server API, "Content repository"). They were
/// frozen before the first file was uploaded here, so a request without a token finds no file.
///
/// NOTSPEC: with a token they work as their successors do. Clients from before version 1.11 that send theirs get
/// their files.
enum FrozenMediaEndpoint {
    @Sendable static func get(_ call: Call) async throws -> FileAnswer {
        guard let token = BearerToken.find(call.headers[.authorization], call.target) else {
            throw Refusal.notFound("Without an access token there are no files here")
        }
        let caller = try await call.server.caller(token: token)
        call.server.knownPeers.note(call.peer, caller.userID)
        try await call.server.see(caller)
        let isThumbnail = call.target.segments.contains("thumbnail")
        return try await isThumbnail ? ThumbnailEndpoint.get(call) : DownloadEndpoint.get(call)
    }
}
