import Conversations
package import Storage

/// Takes in files of messages, a part at a time: between two of them whoever else writes to the disk has their turn.
package struct ImportArchive: Sendable {
    private let store: ImportStore
    private let keptPath: String?

    /// - Parameter keptPath: of the directory that keeps files of messages; `nil` where they are not taken in.
    package init(_ store: ImportStore, filesAt keptPath: String?) {
        self.store = store
        self.keptPath = keptPath
    }

    /// - Parameters:
    ///   - path: of a file, from the root.
    ///   - folder: where the files lie that its messages name, from the root; `nil` where they are nowhere.
    ///   - now: milliseconds since 1970.
    package func take(_ path: String, folder: String?, now: Int64) async throws(ImportFailure) -> ImportReport {
        let source = ImportSource(try LineFile(path: path), folder: folder, filesAt: keptPath)
        var tally = ImportTally()
        while let part = try await source.next() {
            guard !Task.isCancelled else { throw .cut }
            for problem in part.problems { tally.add(problem) }
            for group in part.groups {
                do throws(StorageError) {
                    let place = tally.place(in: group.chatID)
                    tally.add(group, try await store.add(group.imported, after: place, now: now))
                } catch {
                    throw .storage(FailureReason(storing: error))
                }
            }
        }
        do throws(StorageError) {
            return tally.report(try await store.finish(chatIDs: tally.chatIDs))
        } catch {
            throw .storage(FailureReason(storing: error))
        }
    }

    /// Forgets a chat, and the files that no other of these names.
    package func remove(_ chatID: String) async throws(StorageError) {
        let addresses = try await store.remove(chatID: chatID)
        guard let keptPath, !addresses.isEmpty else { return }
        await BlockingWork.run { ImportedFiles(path: keptPath).remove(addresses) }
    }
}
