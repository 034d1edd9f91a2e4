import Engine
import Storage

/// Stores the recently used commands on disk.
@MainActor
struct CommandArchive {
    let disk: DiskQueue
    let settings: SyncStore

    /// - Parameter names: the names of the commands, the last used first.
    func remember(_ names: [String]) {
        let names = names.joined(separator: " ")
        disk.attempt { [settings] in try await settings.setValue(names, forKey: SyncStore.recentCommandsKey) }
    }
}
