import Conversations
import Storage

/// Keeps contacts on disk and reads them back, off the main actor and in the order in which it was asked.
@MainActor
final class ContactBookEndpoint {
    private let store: ContactStore
    private let queue: EventQueue
    private let tasks: TaskSet
    private var last: Task<Void, Never>?
    private var isLoadWaiting = false

    init(store: ContactStore, queue: EventQueue, tasks: TaskSet) {
        self.store = store
        self.queue = queue
        self.tasks = tasks
    }

    /// Answers with all contacts; asked for again before it began it answers once.
    func load() {
        guard !isLoadWaiting else { return }
        isLoadWaiting = true
        run { [store, queue] in
            await self.beginLoading()
            do {
                let known = KnownContact.sorted(try await store.all())
                await queue.post(ContactEvent.loaded(known))
            } catch {
                await queue.post(ConnectionEvent.storageProblem(FailureReason(storing: error)))
            }
        }
    }

    /// Keeps a contact of this device: it exists once ``EditContactEvent/saved(_:)`` comes.
    func save(_ contact: Contact) {
        run { [store, queue] in
            do {
                try await store.keep(contact)
                await queue.post(EditContactEvent.saved(contact))
            } catch {
                await queue.post(EditContactEvent.failedSaving(FailureReason(storing: error)))
            }
        }
    }

    /// Keeps what the homeserver has taken, until the sync tells it as well.
    func keep(_ contact: Contact) {
        attempt { [store] in try await store.keep(contact) }
    }

    func remove(_ id: Contact.ID) {
        attempt { [store] in try await store.remove(id) }
    }

    private func beginLoading() { isLoadWaiting = false }

    private func attempt(_ body: @escaping @Sendable () async throws -> Void) {
        run { [queue] in
            do {
                try await body()
            } catch {
                await queue.post(ConnectionEvent.storageProblem(FailureReason(storing: error)))
            }
        }
        load()
    }

    private func run(_ body: @escaping @Sendable () async -> Void) {
        let previous = last
        let task = Task {
            await previous?.value
            await body()
        }
        last = task
        tasks.run { await task.value }
    }
}
