import Storage

/// Which commands were run last, on disk.
@MainActor
struct CommandArchive {
    let disk: DiskQueue
    let settings: SyncStore

    /// - Parameter names: the last one first.
    func remember(_ names: [String]) {
        let names = names.joined(separator: " ")
        disk.attempt { [settings] in try await settings.setValue(names, forKey: SyncStore.recentCommandsKey) }
    }
}
