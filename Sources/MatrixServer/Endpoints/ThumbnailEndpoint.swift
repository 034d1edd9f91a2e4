import HTTPTypes
import MatrixAPI
import Pictures

/// `GET thumbnail` (client-server API, "Thumbnails"). Generated thumbnails never move, as `animated=false`
/// requires. If an animation is requested, a small original is sent unchanged.
enum ThumbnailEndpoint {
    /// The maximum in bytes of an original that is sent in place of a thumbnail, though it may have more pixels
    /// than requested.
    private static let small: Int64 = 1 << 20

    @Sendable static func get(_ call: Call) async throws -> FileAnswer {
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
    private static func largest(_ media: Media, _ call: Call) async throws -> FileAnswer {
        guard let size = ThumbnailSize(width: 1_600, height: 1_200, .scale) else {
            throw unknown("There is no such size")
        }
        return try await made(media, size, call)
    }

    private static func made(_ media: Media, _ size: ThumbnailSize, _ call: Call) async throws -> FileAnswer {
        switch try await call.server.media.thumbnail(of: media, size) {
        case .made(let path, let bytes, let kind):
            return try await FileAnswer.of(
                FileAnswer.Content(
                    type: kind.rawValue, size: bytes, tag: "\(media.id).\(size.name)", disposition: disposition),
                to: call
            ) { try await call.server.media.openThumbnail(path, for: call.reader) }
        case .same: return try await itself(media, call)
        case .refused(isTooLarge: true): throw Refusal.tooLarge("The picture is too large for a thumbnail")
        case .refused: throw unknown("There is no thumbnail of this picture")
        case nil:
            // No decoder is available here. A small original may have more pixels than requested.
            guard media.size <= small else { throw Refusal.tooLarge("The picture is too large for a thumbnail") }
            guard call.target["animated"] != "false" || !media.type.mayMove else {
                throw unknown("The picture may be an animation")
            }
            return try await itself(media, call)
        }
    }

    private static func itself(_ media: Media, _ call: Call) async throws -> FileAnswer {
        try await FileAnswer.of(media, disposition: disposition, to: call)
    }

    private static let disposition = ContentDisposition.text(isInline: true, name: "thumbnail")

    private static func unknown(_ message: String) -> Refusal { Refusal(.badRequest, .unknown, message) }
}
