import HTTPTypes
import MatrixAPI

/// `GET thumbnail` (client-server API, "Thumbnails").
///
/// No picture is decoded within the server: what strangers made of it would be. A small one is its own thumbnail, which may be larger
/// than was asked for; for the others a client takes the file or does without.
enum ThumbnailEndpoint {
    /// In bytes.
    private static let largest: Int64 = 1 << 20

    @Sendable static func get(_ call: Call) async throws -> FileAnswer {
        for side in ["width", "height"] where try call.number(side) == nil { throw Refusal.missing(side) }
        if let method = call.target["method"], !["crop", "scale"].contains(method) {
            throw Refusal.invalid("method must be crop or scale")
        }
        let media = try await DownloadEndpoint.media(of: call)
        guard media.type.isPicture else { throw unknown("There is no thumbnail of such a file") }
        guard media.size <= largest else { throw Refusal.tooLarge("The picture is too large for a thumbnail") }
        if call.target["animated"] == "false", media.type.mayMove { throw unknown("The picture may be an animation") }
        let disposition = ContentDisposition.text(isInline: true, name: "thumbnail")
        return try await FileAnswer.of(media, disposition: disposition, to: call)
    }

    private static func unknown(_ message: String) -> Refusal { Refusal(.badRequest, .unknown, message) }
}
