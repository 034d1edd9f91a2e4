import Storage

/// Whether a person was told on this device that it is to be confirmed.
@MainActor
struct SecurityArchive {
    let disk: DiskQueue
    let settings: SyncStore

    /// Where the disk can't be read nobody is told once more.
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
