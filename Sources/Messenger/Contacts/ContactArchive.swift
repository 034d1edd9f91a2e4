import Conversations
import Engine
import Storage

/// Stores contacts on disk.
@MainActor
final class ContactArchive {
    private let disk: DiskQueue
    private let store: ContactStore
    private var isLoadWaiting = false

    init(disk: DiskQueue, store: ContactStore) {
        self.disk = disk
        self.store = store
    }

    /// Answers with ``ContactEvent/loaded(_:)``, after all earlier writes. Requests that are made before the load
    /// starts share one answer.
    func load() {
        guard !isLoadWaiting else { return }
        isLoadWaiting = true
        disk.attempt { [store, queue = disk.queue] in
            await self.beginLoading()
            await queue.post(ContactEvent.loaded(KnownContact.sorted(try await store.all())))
        }
    }

    /// Stores a contact of this device. The contact exists once ``EditContactEvent/saved(_:)`` arrives.
    func save(_ contact: Contact) {
        disk.write { [store, queue = disk.queue] in
            do {
                try await store.save(contact)
                await queue.post(EditContactEvent.saved(contact))
            } catch {
                await queue.post(EditContactEvent.failedSaving(contact, FailureReason(storing: error)))
            }
        }
    }

    /// Stores a contact that the homeserver accepted, until the sync reports it as well.
    func saveConfirmed(_ contact: Contact) {
        disk.attempt { [store] in try await store.save(contact) }
        load()
    }

    func remove(_ id: Contact.ID) {
        disk.attempt { [store] in try await store.remove(id) }
        load()
    }

    private func beginLoading() { isLoadWaiting = false }
}
