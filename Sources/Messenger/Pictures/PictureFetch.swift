import MatrixAPI
import MatrixClient

/// Fetches a picture or its thumbnail automatically, without a request by the user.
struct PictureFetch: Sendable {
    let media: MediaFetch

    /// The size in bytes up to which the picture itself is fetched instead of a thumbnail.
    private static let small: Int64 = 400_000
    /// The maximum size for automatic downloads, in bytes.
    static let largest: Int64 = 8_000_000
    /// A size that servers make in advance (client-server API, "Thumbnails").
    private static let thumbnail = MediaThumbnail(width: 800, height: 600)

    func path(of picture: MessagePicture) async throws(PictureFailure) -> String {
        var smaller = media
        if let kept = try await kept({ () throws(MediaProblem) in try await media.find(picture.file) }) {
            return kept.path
        }
        smaller.settings.largest = min(smaller.settings.largest, Int(Self.largest / 1_000_000))
        if picture.file.size.map({ $0 <= Self.small }) != true {
            if picture.file.encryption == nil {
                // A server that makes no thumbnail still has the picture.
                if let kept = try await kept({ () throws(MediaProblem) in
                    try await smaller.keep(picture.file, thumbnail: Self.thumbnail) { _ in }
                }) {
                    return kept.path
                }
            } else if let thumbnail = picture.sealedThumbnail,
                let kept = try await kept({ () throws(MediaProblem) in try await smaller.keep(thumbnail) { _ in } })
            {
                return kept.path
            }
        }
        // The download is automatic, so the stated size is trusted when it is too large.
        if let size = picture.file.size, size > smaller.settings.largestBytes { throw .large }
        do throws(MediaProblem) {
            return try await smaller.keep(picture.file) { _ in }.path
        } catch {
            if case .tooLarge = error { throw .large }
            throw .media(error)
        }
    }

    /// - Returns: `nil` if there is no such file, so that another version may be used.
    private func kept(
        _ fetch: () async throws(MediaProblem) -> KeptFile?
    ) async throws(PictureFailure) -> KeptFile? {
        do throws(MediaProblem) {
            return try await fetch()
        } catch {
            switch error {
            case .server(.unreachable(.tooLargeAnswer)): return nil
            case .server(.unreachable), .server(.cancelled), .busy, .server(.notMatrix(status: 200)):
                throw .media(error)
            default: return nil
            }
        }
    }
}
