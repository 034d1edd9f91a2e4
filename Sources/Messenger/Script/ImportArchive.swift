import Conversations
import Engine
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
    package func importFile(_ path: String, folder: String?, now: Int64) async throws(ImportError) -> ImportReport {
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

/// Counts the results of an import.
struct ImportTally {
    private(set) var chatIDs: [String] = []
    private var counts: [String: (all: Int, new: Int)] = [:]
    private var places: [String: Int64] = [:]
    private var problems: [ImportReport.Problem] = []
    private var problemCount = 0
    private var filesMissing: [ImportReport.Problem] = []
    private var filesMissingCount = 0

    /// Returns the position in a chat after which the import continues.
    func place(in chatID: String) -> Int64? { places[chatID] }

    mutating func add(_ problem: ImportReport.Problem) {
        if case .noFile = problem.problem {
            filesMissingCount += 1
            if filesMissing.count < ImportReport.maxProblems { filesMissing.append(problem) }
            return
        }
        problemCount += 1
        if problems.count < ImportReport.maxProblems { problems.append(problem) }
    }

    mutating func add(_ group: ImportSource.Group, _ part: ImportedPart) {
        if counts[group.chatID] == nil { chatIDs.append(group.chatID) }
        var count = counts[group.chatID] ?? (0, 0)
        count.all += group.eventIDs.count
        count.new += Set(group.eventIDs).intersection(part.newEventIDs).count
        counts[group.chatID] = count
        places[group.chatID] = part.end
    }

    func report(_ chats: [Chat]) -> ImportReport {
        let imported = chats.map { chat in
            ImportedChat(
                id: chat.id, chatID: chat.originalID, name: Naming.chat(chat),
                messageCount: counts[chat.id]?.all ?? 0, newCount: counts[chat.id]?.new ?? 0)
        }
        return ImportReport(
            chats: imported, problems: problems, problemCount: problemCount, filesMissing: filesMissing,
            filesMissingCount: filesMissingCount, changed: chats)
    }
}
