import HTTPTypes
import MatrixAPI
import Pictures

/// `GET download` (client-server API, "Content repository").
enum DownloadEndpoint {
    @Sendable static func get(_ call: Call) async throws -> FileResponse {
        let media = try await media(of: call)
        let disposition = ContentDisposition.text(
            isInline: media.type.mayBeInline, name: call.parameters["fileName"] ?? media.name)
        return try await FileResponse.of(media, disposition: disposition, to: call)
    }

    /// Returns the upload that the path names, and waits for a pending one. Uploads of other servers are not known
    /// here.
    static func media(of call: Call) async throws -> Media {
        let id = call.parameter("mediaID")
        guard call.parameter("serverName") == call.server.configuration.serverName else { throw unknown }
        let end = ContinuousClock.now + (try wait(call))
        var isOver = false
        while true {
            let owner: String
            switch try await state(id, call) {
            case nil: throw unknown
            case .uploaded(let media): return media
            case .pending(let reserver): owner = reserver
            }
            if isOver { throw notYet }
            let (notifier, listener) = (call.server.notifier, MediaStore.listener(of: owner))
            let version = notifier.version(of: listener)
            // It may have been uploaded before the version was read.
            if case .uploaded(let media) = try await state(id, call) { return media }
            let rest = end - .now
            if rest > .zero { await notifier.wait(for: listener, after: version, atMost: rest, of: call.client) }
            isOver = end <= .now || notifier.isClosed || call.client?.isGone == true
        }
    }

    private static func state(_ id: String, _ call: Call) async throws -> UploadState? {
        try await call.read { try MediaTable($0).state(of: id) }
    }

    private static func wait(_ call: Call) throws -> Duration {
        let limits = call.server.configuration.limits
        guard let milliseconds = try call.number("timeout_ms") else { return limits.usualFileWait }
        return min(.milliseconds(milliseconds), limits.longestFileWait)
    }

    private static let unknown = EndpointError.notFound("There is no such file here")
    private static let notYet = EndpointError(
        .gatewayTimeout, .notYetUploaded, "The file is still to come: try again later")
}

/// `GET download` and `GET thumbnail` below `/_matrix/media/` (client-server API, "Content repository"). They were
/// frozen before the first file was uploaded here, so a request without a token finds no file.
///
/// NOTSPEC: with a token they work as their successors do. Clients from before version 1.11 that send theirs get
/// their files.
enum FrozenMediaEndpoint {
    @Sendable static func get(_ call: Call) async throws -> FileResponse {
        guard let token = BearerToken.find(call.headers[.authorization], call.target) else {
            throw EndpointError.notFound("Without an access token there are no files here")
        }
        let caller = try await call.server.caller(token: token)
        call.server.knownPeers.record(call.peer, caller.userID)
        try await call.server.see(caller)
        let isThumbnail = call.target.segments.contains("thumbnail")
        return try await isThumbnail ? ThumbnailEndpoint.get(call) : DownloadEndpoint.get(call)
    }
}

/// `GET thumbnail` (client-server API, "Thumbnails"). Generated thumbnails are never animated, as `animated=false`
/// requires. If an animation is requested, a small original is sent unchanged.
enum ThumbnailEndpoint {
    /// The maximum in bytes of an original that is sent in place of a thumbnail, though it may have more pixels
    /// than requested.
    private static let small: Int64 = 1 << 20

    @Sendable static func get(_ call: Call) async throws -> FileResponse {
        let size = try ThumbnailSize(call)
        let media = try await DownloadEndpoint.media(of: call)
        guard media.type.isPicture else { throw unknown("There is no thumbnail of such a file") }
        let mayMove = call.target["animated"] == "true"
        if mayMove, media.type.mayMove, media.size <= small { return try await itself(media, call) }
        guard let size else {
            // The requested size is larger than any generated one.
            let mayStand = mayMove ? true : try await call.server.media.isStill(media)
            guard mayStand else { return try await largest(media, call) }
            return try await itself(media, call)
        }
        return try await made(media, size, call)
    }

    /// Returns the largest generated size. An animation is never sent in a larger size.
    private static func largest(_ media: Media, _ call: Call) async throws -> FileResponse {
        guard let size = ThumbnailSize(width: 1_600, height: 1_200, .scale) else {
            throw unknown("There is no such size")
        }
        return try await made(media, size, call)
    }

    private static func made(_ media: Media, _ size: ThumbnailSize, _ call: Call) async throws -> FileResponse {
        switch try await call.server.media.thumbnail(of: media, size) {
        case .made(let path, let bytes, let kind):
            return try await FileResponse.of(
                FileResponse.Content(
                    type: kind.rawValue, size: bytes, tag: "\(media.id).\(size.name)", disposition: disposition),
                to: call
            ) { try await call.server.media.openThumbnail(path, for: call.reader) }
        case .same: return try await itself(media, call)
        case .refused(isTooLarge: true): throw EndpointError.tooLarge("The picture is too large for a thumbnail")
        case .refused: throw unknown("There is no thumbnail of this picture")
        case nil:
            // No decoder is available here. A small original may have more pixels than requested.
            guard media.size <= small else { throw EndpointError.tooLarge("The picture is too large for a thumbnail") }
            guard call.target["animated"] != "false" || !media.type.mayMove else {
                throw unknown("The picture may be an animation")
            }
            return try await itself(media, call)
        }
    }

    private static func itself(_ media: Media, _ call: Call) async throws -> FileResponse {
        try await FileResponse.of(media, disposition: disposition, to: call)
    }

    private static let disposition = ContentDisposition.text(isInline: true, name: "thumbnail")

    private static func unknown(_ message: String) -> EndpointError { EndpointError(.badRequest, .unknown, message) }
}
