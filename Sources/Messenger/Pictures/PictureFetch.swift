import MatrixAPI
import MatrixClient

/// Brings a picture, or a smaller one of it, to this machine without anybody asking for it.
struct PictureFetch: Sendable {
    let media: MediaFetch

    /// What is shorter is no trouble to anybody.
    private static let small: Int64 = 400_000
    /// The longest that is fetched by itself; in bytes.
    static let largest: Int64 = 8_000_000
    /// One of those that servers make beforehand (client-server API, "Thumbnails").
    private static let thumbnail = MediaThumbnail(width: 800, height: 600)

    func path(of picture: MessagePicture) async throws(PictureFailure) -> String {
        var smaller = media
        if let kept = try await kept({ () throws(MediaProblem) in try await media.find(picture.file) }) {
            return kept.path
        }
        smaller.settings.largest = min(smaller.settings.largest, Int(Self.largest / 1_000_000))
        if picture.file.size.map({ $0 <= Self.small }) != true {
            if picture.file.encryption == nil {
                // A server that makes none of it still has the picture.
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
        // Nobody asked for it, so what it says of itself is enough.
        if let size = picture.file.size, size > smaller.settings.largestBytes { throw .large }
        do throws(MediaProblem) {
            return try await smaller.keep(picture.file) { _ in }.path
        } catch {
            if case .tooLarge = error { throw .large }
            throw .media(error)
        }
    }

    /// - Returns: `nil` where there is no such file; then another one may do.
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
