import MatrixClient

/// Tells the homeserver what was read, at most once a second in a chat.
@MainActor
final class ReceiptEndpoint {
    private let client: HomeserverClient
    private let tasks: TaskSet
    private let surroundings: Surroundings
    /// The newest that waits for its second, by chat; present while a second runs.
    private var waiting: [String: String?] = [:]

    init(client: HomeserverClient, tasks: TaskSet, surroundings: Surroundings) {
        self.client = client
        self.tasks = tasks
        self.surroundings = surroundings
    }

    func read(eventID: String, chatID: String) {
        guard waiting[chatID] == nil else {
            waiting[chatID] = .some(eventID)
            return
        }
        waiting[chatID] = .some(nil)
        tell(eventID, chatID: chatID)
        surroundings.after(1_000) { [weak self] in self?.secondPassed(chatID: chatID) }
    }

    private func secondPassed(chatID: String) {
        let newest = waiting.removeValue(forKey: chatID) ?? nil
        if let newest { read(eventID: newest, chatID: chatID) }
    }

    /// A receipt that is lost does no harm: the next one says more, and after a restart it is told again.
    private func tell(_ eventID: String, chatID: String) {
        tasks.run { [client] in
            for attempt in 0..<5 {
                do throws(MatrixClientError) {
                    try await client.setReadMarkers(roomID: chatID, fullyRead: eventID, read: eventID)
                    return
                } catch {
                    guard error.isTransient, attempt < 4 else { return }
                    try? await Task.sleep(for: .seconds(2 << attempt))
                    if Task.isCancelled { return }
                }
            }
        }
    }
}
