import Conversations
import Engine
import Storage

/// Stores which spaces are open, and the children of spaces.
@MainActor
struct SpaceArchive {
    let disk: DiskQueue
    let chats: ChatStore
    let settings: SyncStore

    func save(openIDs: Set<String>) {
        let text = openIDs.sorted().joined(separator: "\n")
        disk.attempt { [settings] in try await settings.setValue(text, forKey: SyncStore.openSpacesKey) }
    }

    func save(_ children: [SpaceChild], spaceID: String) {
        disk.attempt { [chats] in try await chats.set(children, spaceID: spaceID) }
    }
}
