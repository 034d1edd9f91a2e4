/// Downloads files from the homeserver, saves them and opens them.
@MainActor
package final class MediaEndpoint {
    private let parts: EndpointParts
    private var running: [String: Task<Void, Never>] = [:]
    private var waiting: [(wish: MediaRequest, settings: MediaSettings)] = []

    /// The maximum number of downloads at a time. More would leave no connections for messages.
    private static let most = 2

    package init(_ parts: EndpointParts) { self.parts = parts }

    package func fetch(_ wish: MediaRequest, settings: MediaSettings) {
        waiting.append((wish, settings))
        beginNext()
    }

    package func stop(eventID: String) {
        running[eventID]?.cancel()
        guard let place = waiting.firstIndex(where: { $0.wish.eventID == eventID }) else { return }
        waiting.remove(at: place)
        parts.queue.post(MediaEvent.failed(eventID: eventID, nil))
    }

    package func show(_ path: String) -> String? { parts.environment.media?.show(path) }

    private func beginNext() {
        guard running.count < Self.most, let places = parts.environment.media, !waiting.isEmpty else { return }
        let (wish, settings) = waiting.removeFirst()
        let fetch = MediaFetch(client: parts.client, places: places, settings: settings)
        let task = Task { [parts] in
            await parts.queue.post(
                fetch.run(wish) { percent in
                    Task { await parts.queue.post(MediaEvent.progressed(eventID: wish.eventID, percent: percent)) }
                })
        }
        running[wish.eventID] = task
        parts.tasks.run {
            await withTaskCancellationHandler {
                await task.value
            } onCancel: {
                task.cancel()
            }
            await self.ended(wish.eventID, task)
        }
    }

    private func ended(_ eventID: String, _ task: Task<Void, Never>) {
        // The same file may have been requested again meanwhile.
        if running[eventID] == task { running[eventID] = nil }
        beginNext()
    }
}
