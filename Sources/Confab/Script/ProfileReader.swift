import Conversations
import Foundation
import Messenger
import Presentation
import Storage

/// Reads the chats of an account on this device, even while another process has the profile open. It changes
/// nothing and uses no network.
struct ProfileReader {
    let profile: Profile
    private let database: ProfileDatabase?

    /// - Parameter name: `nil` for the profile that was used last.
    init(_ name: String?, directory: ProfileDirectory = ProfileDirectory(paths: ProgramPaths())) throws {
        let name = try directory.chosenName(name)
        profile = try directory.load(name)
        let path = directory.database(name)
        // An account that was never opened here has no database yet.
        database = access(path, F_OK) == 0 ? try ProfileDatabase.reading(path: path) : nil
    }

    func close() { database?.close() }

    /// Returns the chats by their newest activity, and after them the chats that were left. Invitations of ignored
    /// users are left out.
    func chats() async throws -> [Chat] { shown(try await database?.chats.allAside() ?? [], try ignoredUserIDs()) }

    /// Returns the chats that a list shows.
    func listed() throws -> [Chat] { shown(try database?.chats.all() ?? [], try ignoredUserIDs()) }

    private func shown(_ chats: [Chat], _ ignored: Set<String>) -> [Chat] {
        ChatNamesakes.marked(chats.filter { !$0.isInvitation(fromAnyOf: ignored) })
    }

    /// Reads the list each time, since it may change while a command follows a chat.
    private func ignoredUserIDs() throws -> Set<String> { try database?.chats.ignoredUserIDs() ?? [] }

    func chat(_ named: String) async throws -> Chat {
        try ChatChoice(named, of: profile.userID).choose(among: try await chats())
    }

    /// Returns the last messages, at most `limit`, oldest first.
    ///
    /// - Parameter withUnsent: whether the unsent messages of this device follow.
    /// - Returns: also the position after which all messages are new from now on.
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

    /// Returns a page of the messages after a position, oldest first.
    ///
    /// - Returns: also the position for the next page. It is unchanged if there was no message.
    func newer(than place: Int64, in chat: Chat) throws -> (records: [MessageRecord], end: Int64) {
        guard let database else { return ([], place) }
        let window = try database.messages.window(chatID: chat.id, after: place, limit: 200)
        guard let last = window.messages.last else { return ([], place) }
        let records = try self.records(of: chat)
        let shown = window.without(try ignoredUserIDs())
        return (shown.messages.compactMap { records.record($0.message) }, last.position)
    }

    /// Returns a page of the messages after a position, oldest first, without those of ignored users.
    ///
    /// - Returns: also the position after which the next page begins; `nil` after the last page.
    func page(after place: Int64, of chat: Chat) throws -> (messages: [Message], end: Int64)? {
        guard let window = try database?.messages.window(chatID: chat.id, after: place, limit: 200),
            let last = window.messages.last
        else { return nil }
        return (window.without(try ignoredUserIDs()).messages.map(\.message), last.position)
    }

    /// Returns the messages that match a search, the newest first.
    ///
    /// - Parameter named: the chat to search in; `nil` for all.
    func found(_ search: MessageSearchArchive, in named: String?, limit: Int) async throws -> [FoundMessage] {
        guard let database else { return [] }
        let chats = try await chats()
        let chat = try named.map { try ChatChoice($0, of: profile.userID).choose(among: chats) }
        return try await search.found(
            in: database, among: chats, chatID: chat?.id, ownUserID: profile.userID, limit: limit)
    }

    /// Whether the server may have more messages of a chat than this device.
    func isMissingHistory(of chat: Chat) throws -> Bool {
        try database?.messages.newestGap(chatID: chat.id, upTo: .max) != nil
    }

    func records(of chat: Chat) throws -> MessageRecords {
        MessageRecords(
            chatID: chat.id, members: try database?.chats.members(chatID: chat.id) ?? [], ownUserID: profile.userID)
    }
}
