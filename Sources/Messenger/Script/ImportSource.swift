import Conversations
import Engine
import Synchronization

/// Reads the lines of a file on a background thread, in parts that fit in a transaction.
final class ImportSource: Sendable {
    struct Part: Sendable {
        var groups: [Group] = []
        var problems: [ImportReport.Problem] = []
    }

    /// The messages of one chat in a part.
    struct Group: Sendable {
        let chatID: String
        var imported: ImportedMessages
        /// The event IDs of the messages, without edits and reactions.
        var eventIDs: [String] = []
    }

    private struct State {
        let file: LineFile
        let folder: ExportedFolder?
        var chatIDs: Set<String> = []
    }

    private let state: Mutex<State>

    /// The maximum size of a part in lines and in bytes. A part is one transaction, during which other writers wait.
    private static let maxLines = 500
    private static let mostBytes = 1 << 20
    /// The maximum number of chats in a file. More would flood the chat list, and no export has as many.
    private static let maxChats = 100

    /// - Parameters:
    ///   - folder: the directory with the files of messages.
    ///   - keptPath: the directory for imported files.
    init(_ file: sending LineFile, folder: String?, filesAt keptPath: String?) {
        let exported = folder.flatMap { folder in
            keptPath.map { ExportedFolder(folder, into: ImportedFiles(path: $0)) }
        }
        state = Mutex(State(file: file, folder: exported))
    }

    /// Returns the next part; `nil` at the end.
    func next() async throws(ImportError) -> Part? {
        try await BlockingWork.run { [self] () throws(ImportError) in
            try state.withLock { (state) throws(ImportError) in try Self.read(&state) }
        }
    }

    private static func read(_ state: inout State) throws(ImportError) -> Part? {
        var part = Part()
        var (lineCount, byteCount) = (0, 0)
        while lineCount < maxLines, byteCount < mostBytes {
            guard let line = try state.file.next() else { return lineCount == 0 ? nil : part }
            lineCount += 1
            byteCount += line.bytes?.count ?? 0
            do throws(ImportedLineError) {
                guard let bytes = line.bytes else { throw .tooLong }
                guard bytes.contains(where: { !Self.isBlank($0) }) else { continue }
                let imported = try ImportedLine(bytes, folder: state.folder)
                try part.add(imported, &state.chatIDs)
                if let problem = imported.fileProblem {
                    part.problems.append(ImportReport.Problem(line: line.number, problem: problem))
                }
            } catch {
                part.problems.append(ImportReport.Problem(line: line.number, problem: error))
            }
        }
        return part
    }

    private static func isBlank(_ byte: UInt8) -> Bool { [0x20, 0x09, 0x0D].contains(byte) }

    fileprivate static func hasCapacity(_ chatIDs: Set<String>) -> Bool { chatIDs.count < maxChats }
}

extension ImportSource.Part {
    fileprivate mutating func add(_ line: ImportedLine, _ chatIDs: inout Set<String>) throws(ImportedLineError) {
        if !chatIDs.contains(line.chatID) {
            guard ImportSource.hasCapacity(chatIDs) else { throw .tooManyChats }
            chatIDs.insert(line.chatID)
        }
        let place: Int
        if let known = groups.firstIndex(where: { $0.chatID == line.chatID }) {
            place = known
        } else {
            place = groups.count
            groups.append(
                ImportSource.Group(
                    chatID: line.chatID, imported: ImportedMessages(chatID: line.chatID, name: line.chatName)))
        }
        groups[place].imported.messages += line.messages
        groups[place].eventIDs += line.messages.prefix(1).map(\.eventID)
        if !groups[place].imported.members.contains(line.sender) { groups[place].imported.members.append(line.sender) }
    }
}
