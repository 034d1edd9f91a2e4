import Engine
import MatrixAPI
import MatrixClient
import Pictures
import ViewModels

/// Fetches and renders the pictures that come near the screen.
@MainActor
final class PictureEndpoint {
    private struct Job {
        let order: PictureDrawingRequest
        let means: PictureSupport
        let settings: MediaSettings
    }

    private let parts: EndpointParts
    private var runningCount = 0
    private var waiting: [Job] = []

    /// The maximum number of downloads at a time. More would leave no connections for messages.
    private static let most = 2
    /// The maximum length of the queue. After fast scrolling, only the last pictures are on screen.
    private static let maxWaiting = 20

    init(_ parts: EndpointParts) { self.parts = parts }

    func draw(_ order: PictureDrawingRequest, _ means: PictureSupport, settings: MediaSettings) {
        waiting.append(Job(order: order, means: means, settings: settings))
        if waiting.count > Self.maxWaiting {
            parts.queue.post(PictureEvent.failed(waiting.removeFirst().order, .picture(.cancelled)))
        }
        beginNext()
    }

    private func beginNext() {
        guard runningCount < Self.most, let places = parts.environment.media, let desk = parts.environment.pictures,
            !waiting.isEmpty
        else { return }
        let job = waiting.removeFirst()
        let fetch = MediaFetch(client: parts.client, places: places, settings: job.settings)
        runningCount += 1
        parts.tasks.run { [parts] in
            await parts.queue.post(Self.event(of: job, fetch, desk))
            await self.ended()
        }
    }

    private func ended() {
        runningCount -= 1
        beginNext()
    }

    @concurrent
    private nonisolated static func event(of job: Job, _ fetch: MediaFetch, _ desk: PictureProcess) async
        -> PictureEvent
    {
        let path: String
        do throws(PictureError) {
            path = try await PictureFetch(media: fetch).path(of: job.order.picture)
        } catch {
            return .failed(job.order, error)
        }
        do throws(PictureDecodingError) {
            let drawing = try await desk.drawing(
                of: .file(path), columns: job.order.room.columns, rows: job.order.room.rows, means: job.means)
            return .drawn(job.order, drawing, job.means)
        } catch {
            return .failed(job.order, .picture(error))
        }
    }
}

/// Fetches a picture or its thumbnail automatically, without a request by the user.
struct PictureFetch: Sendable {
    let media: MediaFetch

    /// The size in bytes up to which the picture itself is fetched instead of a thumbnail.
    private static let small: Int64 = 400_000
    /// The maximum size for automatic downloads, in bytes.
    static let largest: Int64 = 8_000_000
    /// A size that servers make in advance (client-server API, "Thumbnails").
    private static let thumbnail = MediaThumbnail(width: 800, height: 600)

    func path(of picture: MessagePicture) async throws(PictureError) -> String {
        var smaller = media
        if let kept = try await kept({ () throws(MediaError) in try await media.find(picture.file) }) {
            return kept.path
        }
        smaller.settings.largest = min(smaller.settings.largest, Int(Self.largest / 1_000_000))
        if picture.file.size.map({ $0 <= Self.small }) != true {
            if picture.file.encryption == nil {
                // A server that makes no thumbnail still has the picture.
                if let kept = try await kept({ () throws(MediaError) in
                    try await smaller.fetch(picture.file, thumbnail: Self.thumbnail) { _ in }
                }) {
                    return kept.path
                }
            } else if let thumbnail = picture.sealedThumbnail,
                let kept = try await kept({ () throws(MediaError) in try await smaller.fetch(thumbnail) { _ in } })
            {
                return kept.path
            }
        }
        // The download is automatic, so it isn't started if the stated size is over the limit already.
        if let size = picture.file.size, size > smaller.settings.largestBytes { throw .large }
        do throws(MediaError) {
            return try await smaller.fetch(picture.file) { _ in }.path
        } catch {
            if case .tooLarge = error { throw .large }
            throw .media(error)
        }
    }

    /// - Returns: `nil` if there is no such file, so that another version may be used.
    private func kept(
        _ fetch: () async throws(MediaError) -> CachedFile?
    ) async throws(PictureError) -> CachedFile? {
        do throws(MediaError) {
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
