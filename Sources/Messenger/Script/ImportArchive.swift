import Conversations
package import Storage

/// Imports messages from a file in parts, so that other writers get their turn at the disk between two parts.
package struct ImportArchive: Sendable {
    private let store: ImportStore
    private let keptPath: String?

    /// - Parameter keptPath: the path of the directory for imported files; `nil` to import no files.
    package init(_ store: ImportStore, filesAt keptPath: String?) {
        self.store = store
        self.keptPath = keptPath
    }

    /// - Parameters:
    ///   - path: the absolute path of the file to import.
    ///   - folder: the absolute path of the directory with the files of messages; `nil` if there are none.
    ///   - now: the time in milliseconds since 1970.
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

    /// Removes an imported chat, and those of its files that no other chat refers to.
    package func remove(_ chatID: String) async throws(StorageError) {
        let addresses = try await store.remove(chatID: chatID)
        guard let keptPath, !addresses.isEmpty else { return }
        await BlockingWork.run { ImportedFiles(path: keptPath).remove(addresses) }
    }
}
