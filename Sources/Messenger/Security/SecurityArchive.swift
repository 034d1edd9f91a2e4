import Engine
import Storage

/// Stores whether this device already showed the prompt to verify it.
@MainActor
struct SecurityArchive {
    let disk: DiskQueue
    let settings: SyncStore

    /// If the disk can't be read, the prompt counts as shown, so that it doesn't appear again.
    func load() {
        disk.ask(true) { [settings] in
            try settings.value(forKey: SyncStore.wasToldToConfirmKey) != nil
        } then: {
            SecurityEvent.wasTold($0)
        }
    }

    func rememberTold() {
        disk.attempt { [settings] in try await settings.setValue("yes", forKey: SyncStore.wasToldToConfirmKey) }
    }
}
