import Conversations
import Foundation
import Messenger
import Storage

/// What this device knows of an account's chats, beside whoever has the profile open: nothing is changed, and no network used.
struct ProfileReader {
    let profile: Profile
    private let database: ProfileDatabase?

    /// - Parameter name: `nil` for the profile that was used last.
    init(_ name: String?, directory: ProfileDirectory = ProfileDirectory(paths: ProgramPaths())) throws {
        guard let name = name ?? directory.lastUsedName else { throw ProgramError.noProfileYet }
        profile = try directory.load(name)
        let path = directory.database(name)
        // An account that was never opened here has none yet.
        database = access(path, F_OK) == 0 ? try ProfileDatabase.reading(path: path) : nil
    }

    func close() { database?.close() }

    /// The newest activity first, and after them those that were left; without invitations of ignored people.
    func chats() async throws -> [Chat] { shown(try await database?.chats.allAside() ?? [], try ignoredUserIDs()) }

    /// Those that a list shows.
    func listed() throws -> [Chat] { shown(try database?.chats.all() ?? [], try ignoredUserIDs()) }

    private func shown(_ chats: [Chat], _ ignored: Set<String>) -> [Chat] {
        ChatNamesakes.marked(chats.filter { !$0.isInvitation(fromAnyOf: ignored) })
    }

    /// Read anew each time: the list may change while a command follows a chat.
    private func ignoredUserIDs() throws -> Set<String> { try database?.chats.ignoredUserIDs() ?? [] }

    func chat(_ named: String) async throws -> Chat {
        try ChatChoice(named, of: profile.userID).choose(among: try await chats())
    }

    /// What was said last, at most `limit`, oldest first.
    ///
    /// - Parameter withUnsent: whether what this device has yet to send stands behind it.
    /// - Returns: also behind which place all is new from now on.
    func newest(
        _ limit: Int, in chat: Chat, withUnsent: Bool = true
    ) throws -> (records: [MessageRecord], end: Int64) {
        guard let database else { return ([], .min) }
        let records = try self.records(of: chat)
        let ignored = try ignoredUserIDs()
        let page = max(limit, 50)
        var window = try database.messages.window(chatID: chat.id, endingAtLatest: page)
        let end = window.end ?? window.messages.last?.position ?? .min
        var said = window.without(ignored).messages.compactMap { records.record($0.message) }
        while said.count < limit, window.hasOlder, let first = window.messages.first {
            window = try database.messages.window(chatID: chat.id, before: first.position, limit: page)
            said = window.without(ignored).messages.compactMap { records.record($0.message) } + said
        }
        if withUnsent { said += try database.outbox.lines(chatID: chat.id).compactMap(records.record) }
        return (said.suffix(limit), end)
    }

    /// What was said behind a place, oldest first, a page of it.
    ///
    /// - Returns: also behind which place the next page begins; the same where nothing came.
    func newer(than place: Int64, in chat: Chat) throws -> (records: [MessageRecord], end: Int64) {
        guard let database else { return ([], place) }
        let window = try database.messages.window(chatID: chat.id, after: place, limit: 200)
        guard let last = window.messages.last else { return ([], place) }
        let records = try self.records(of: chat)
        let shown = window.without(try ignoredUserIDs())
        return (shown.messages.compactMap { records.record($0.message) }, last.position)
    }

    /// A page of the messages after a position, oldest first, without those of ignored people.
    ///
    /// - Returns: also the position after which the next page begins; `nil` after the last page.
    func page(after place: Int64, of chat: Chat) throws -> (messages: [Message], end: Int64)? {
        guard let window = try database?.messages.window(chatID: chat.id, after: place, limit: 200),
            let last = window.messages.last
        else { return nil }
        return (window.without(try ignoredUserIDs()).messages.map(\.message), last.position)
    }

    /// What was found among all messages, the newest first.
    ///
    /// - Parameter named: the chat in which alone it is looked for; `nil` for all.
    func found(_ search: MessageSearchArchive, in named: String?, limit: Int) async throws -> [FoundMessage] {
        guard let database else { return [] }
        let chats = try await chats()
        let chat = try named.map { try ChatChoice($0, of: profile.userID).choose(among: chats) }
        return try await search.found(
            in: database, among: chats, chatID: chat?.id, ownUserID: profile.userID, limit: limit)
    }

    /// Whether the server may have more of a chat than this device.
    func isMissingHistory(of chat: Chat) throws -> Bool {
        try database?.messages.newestGap(chatID: chat.id, upTo: .max) != nil
    }

    func records(of chat: Chat) throws -> MessageRecords {
        MessageRecords(
            chatID: chat.id, members: try database?.chats.members(chatID: chat.id) ?? [], ownUserID: profile.userID)
    }
}
