import Conversations
import MatrixAPI
import MatrixClient
import Storage

/// Asks the homeserver for messages that are missing and keeps them.
@MainActor
final class HistoryEndpoint {
    private let client: HomeserverClient
    private let messages: MessageStore
    private let encryption: EncryptionEndpoint?
    private let queue: EventQueue
    private let tasks: TaskSet
    private var filling: Set<TimelineGap> = []

    init(
        client: HomeserverClient, messages: MessageStore, encryption: EncryptionEndpoint?, queue: EventQueue,
        tasks: TaskSet
    ) {
        self.client = client
        self.messages = messages
        self.encryption = encryption
        self.queue = queue
        self.tasks = tasks
    }

    /// Fetches a page before the gap's end.
    func fill(_ gap: TimelineGap, chatID: String) {
        guard filling.insert(gap).inserted else { return }
        tasks.run { [client, messages, encryption, queue] in
            let event: HistoryEvent
            do {
                let neighbour = try await messages.eventID(at: gap.anchor, chatID: chatID)
                let page = try await HistoryPage.before(gap, chatID: chatID, neighbour: neighbour, client: client)
                let opened = try await encryption?.open([(chatID, page.events)]) ?? OpenedEvents()
                let applied = try await messages.fillGap(
                    chatID: chatID, gap: gap, with: page.messages(opened, chatID: chatID), members: page.members,
                    nextToken: page.nextToken)
                event = .gapFilled(chatID: chatID, applied)
                if opened.hasSealed, let encryption { Task { await encryption.lookAfterSealed() } }
            } catch let error as MatrixClientError {
                event = .failed(
                    chatID: chatID, gap: gap, reason: .server(error), isPassing: error.isTransient)
            } catch {
                event = .failed(chatID: chatID, gap: gap, reason: FailureReason(storing: error), isPassing: true)
            }
            await self.finish(gap)
            await queue.post(event)
        }
    }

    private func finish(_ gap: TimelineGap) {
        filling.remove(gap)
    }
}
