import Conversations
package import Storage

/// Takes in files of messages, a part at a time: between two of them whoever else writes to the disk has their turn.
package struct ImportArchive: Sendable {
    private let store: ImportStore

    package init(_ store: ImportStore) {
        self.store = store
    }

    /// - Parameters:
    ///   - path: of a file, from the root.
    ///   - now: milliseconds since 1970.
    package func take(_ path: String, now: Int64) async throws(ImportFailure) -> ImportReport {
        let source = ImportSource(try LineFile(path: path))
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
}
