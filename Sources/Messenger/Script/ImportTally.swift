import Conversations

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
            if filesMissing.count < ImportReport.mostProblems { filesMissing.append(problem) }
            return
        }
        problemCount += 1
        if problems.count < ImportReport.mostProblems { problems.append(problem) }
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
