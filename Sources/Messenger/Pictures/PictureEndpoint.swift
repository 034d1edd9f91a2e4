import MatrixClient
import Pictures
import ViewModels

/// Fetches and renders the pictures that come near the screen.
@MainActor
final class PictureEndpoint {
    private struct Job {
        let order: PictureOrder
        let means: PictureMeans
        let settings: MediaSettings
    }

    private let client: HomeserverClient
    private let places: MediaPlaces?
    private let desk: PictureDesk?
    private let queue: EventQueue
    private let tasks: TaskSet
    private var runningCount = 0
    private var waiting: [Job] = []

    /// The maximum number of downloads at a time. More would leave no connections for messages.
    private static let most = 2
    /// The maximum length of the queue. After fast scrolling, only the last pictures are on screen.
    private static let mostWaiting = 20

    init(client: HomeserverClient, places: MediaPlaces?, desk: PictureDesk?, queue: EventQueue, tasks: TaskSet) {
        self.client = client
        self.places = places
        self.desk = desk
        self.queue = queue
        self.tasks = tasks
    }

    func draw(_ order: PictureOrder, _ means: PictureMeans, settings: MediaSettings) {
        waiting.append(Job(order: order, means: means, settings: settings))
        if waiting.count > Self.mostWaiting {
            queue.post(PictureEvent.failed(waiting.removeFirst().order, .picture(.cancelled)))
        }
        beginNext()
    }

    private func beginNext() {
        guard runningCount < Self.most, let places, let desk, !waiting.isEmpty else { return }
        let job = waiting.removeFirst()
        let fetch = MediaFetch(client: client, places: places, settings: job.settings)
        runningCount += 1
        tasks.run { [queue] in
            await queue.post(Self.event(of: job, fetch, desk))
            await self.ended()
        }
    }

    private func ended() {
        runningCount -= 1
        beginNext()
    }

    @concurrent
    private nonisolated static func event(of job: Job, _ fetch: MediaFetch, _ desk: PictureDesk) async -> PictureEvent {
        let path: String
        do throws(PictureFailure) {
            path = try await PictureFetch(media: fetch).path(of: job.order.picture)
        } catch {
            return .failed(job.order, error)
        }
        do throws(PictureProblem) {
            let drawing = try await desk.process.drawing(
                of: .file(path), columns: job.order.room.columns, rows: job.order.room.rows, means: job.means)
            return .drawn(job.order, drawing, job.means)
        } catch {
            return .failed(job.order, .picture(error))
        }
    }
}
