import Conversations
import MatrixAPI
import MatrixClient

/// A page of messages from the homeserver, fetched by one or more requests.
struct HistoryPage: Sendable {
    /// The number of messages requested at a time.
    private static let size = 100
    /// The most empty pages in a row before the requests stop.
    private static let maxEmptyPages = 20

    /// Newest first.
    private(set) var events: [MatrixEvent]
    /// Members who are senders in the page, if members are loaded lazily.
    private var state: [MatrixEvent]
    /// The token of the page before; `nil` at the start of the chat.
    let nextToken: String?
    /// The token of the page after; `nil` if unknown.
    private(set) var newerToken: String?

    /// - Parameter neighbour: the event after the gap. If the server forgot the gap's token, the messages before this
    ///   event are requested.
    static func before(
        _ gap: TimelineGap, chatID: String, neighbour: String?, client: HomeserverClient
    ) async throws(MatrixClientError) -> HistoryPage {
        do {
            return try await page(from: gap.token, chatID: chatID, client)
        } catch {
            guard case .matrix(_, let status, _) = error, [400, 404].contains(status) else { throw error }
            guard let neighbour else { return try await page(from: nil, chatID: chatID, client) }
            // The limit isn't 0, as some servers then return their default number of events.
            let around = try await client.context(roomID: chatID, eventID: neighbour, limit: 2)
            guard let start = around.start else { throw error }
            var page = try await page(from: start, chatID: chatID, client)
            page.events = around.before + page.events
            page.state += around.state
            return page
        }
    }

    /// Fetches the messages around an event.
    static func around(
        _ eventID: String, chatID: String, _ client: HomeserverClient
    ) async throws(MatrixClientError) -> HistoryPage {
        let context = try await client.context(roomID: chatID, eventID: eventID, limit: size)
        return HistoryPage(
            events: context.after.reversed() + [context.event] + context.before, state: context.state,
            nextToken: context.start, newerToken: context.end)
    }

    /// Fetches the messages after the start of a gap, also sorted newest first.
    static func after(
        _ onward: TimelineGap.Onward, chatID: String, _ client: HomeserverClient
    ) async throws(MatrixClientError) -> HistoryPage {
        var page = try await client.messages(roomID: chatID, from: onward.token, limit: size, isForward: true)
        var asked = 1
        while page.chunk.isEmpty, let end = page.end, asked < maxEmptyPages {
            page = try await client.messages(roomID: chatID, from: end, limit: size, isForward: true)
            asked += 1
        }
        return HistoryPage(events: page.chunk.reversed(), state: page.state, nextToken: nil, newerToken: page.end)
    }

    /// Returns the messages without duplicates, newest first.
    ///
    /// - Parameter opened: the encrypted messages of the page, decrypted if possible.
    func messages(_ opened: DecryptedEvents, chatID: String) -> [Message] {
        var seen: Set<String> = []
        return events.map { opened.message(from: $0, chatID: chatID) }.filter { seen.insert($0.eventID).inserted }
    }

    /// The memberships of people, once per person; the newest in the page counts.
    var members: [ChatMember] {
        var seen: Set<String> = []
        return (events + state).compactMap(MembershipDecoder.member).filter { seen.insert($0.userID).inserted }
    }

    /// Fetches a page, skipping empty ones: an empty page with an `end` isn't the start of the chat.
    static func page(
        from token: String?, chatID: String, _ client: HomeserverClient
    ) async throws(MatrixClientError) -> HistoryPage {
        var page = try await client.messages(roomID: chatID, from: token, limit: size)
        var asked = 1
        while page.chunk.isEmpty, let end = page.end, asked < maxEmptyPages {
            page = try await client.messages(roomID: chatID, from: end, limit: size)
            asked += 1
        }
        return HistoryPage(events: page.chunk, state: page.state, nextToken: page.end)
    }
}
