import Conversations
import Foundation
import MatrixAPI
import Presentation
import ViewModels

/// Writes all messages of a chat that this device has. Only one page of them is in memory at a time.
struct ChatExport {
    let reader: ProfileReader
    let chat: Chat
    let format: ExportFormat
    let output: ExportOutput
    /// `nil` if files are not exported.
    let files: FileFetcher?

    /// - Returns: the number of missing files.
    @MainActor
    func write() async throws -> Int {
        // The export uses the original name. The addition that marks an imported chat is for display only.
        let name = chat.isImported ? chat.givenName ?? chat.originalID : ChatLookup.name(of: chat)
        let now = Int64(Date().timeIntervalSince1970 * 1_000)
        var page = ChatPage(name, hasFiles: files != nil, now: now)
        var beside = output.filesDirectory.map(ExportFilesDirectory.init)
        var missing = 0
        if format == .html { try output.write(page.head) }
        var place = Int64.min
        let records = try reader.records(of: chat)
        while let read = try reader.page(after: place, of: chat) {
            place = read.end
            try Task.checkCancellation()
            for said in read.messages {
                guard var message = records.exported(said, chatName: name) else { continue }
                if message.hasFile, beside != nil, let files {
                    let saved = await save(message, by: files, &beside)
                    if case .missing = saved { missing += 1 }
                    message.recordFile(saved)
                }
                switch format {
                case .json: try output.write(message.json.line)
                case .text: for line in message.lines { try output.write(line) }
                case .html: try output.write(page.part(message))
                }
            }
        }
        if format == .html { try output.write(ChatPage.foot) }
        try output.finish()
        return missing
    }

    @MainActor
    private func save(
        _ message: ExportedMessage, by files: FileFetcher, _ beside: inout ExportFilesDirectory?
    ) async -> SavedFile {
        guard let content = message.content else { return .missing(reason: .words("media.was-edited")) }
        switch await files.fetch(content) {
        case .cached(let path):
            return beside?.save(path, of: message) ?? .missing(reason: .words("media.names-no-file"))
        case .missing(let reason): return .missing(reason: reason)
        }
    }
}

/// Downloads files of messages into the profile, by the Confab that has it open or by this process.
@MainActor
final class FileFetcher {
    private let account: HeadlessAccount?
    private let place: ScriptSocket
    private let directory: String

    /// The timeout for a file, in milliseconds.
    nonisolated private static let patience: Int64 = 86_400_000

    /// - Parameter account: `nil` if another process has the profile.
    init(_ account: HeadlessAccount?, profileName: String, directory: String) {
        self.account = account
        self.directory = directory
        place = ScriptSocket(profileName: profileName, directory: directory)
    }

    func fetch(_ content: JSONValue) async -> FetchedFile {
        // This process may have yielded the profile to a screen meanwhile.
        if let account, account.isOpen, let file = await account.session.fetchFile(content) { return file }
        let request = ScriptRequest(.fetch(content), directory: directory)
        return await Task.detached { [place] in Self.ask(request, at: place) }.value
    }

    nonisolated private static func ask(_ request: ScriptRequest, at place: ScriptSocket) -> FetchedFile {
        do throws(ProgramError) {
            if let connection = try place.connect(),
                case .fetched(let path) = try connection.answer(to: request, until: ScriptConnection.now + patience)
            {
                return .cached(path: path)
            }
            return .missing(reason: ScriptFailureReason.noAnswer.message)
        } catch {
            return .missing(reason: error.message)
        }
    }
}
