import Conversations
import MatrixAPI
import MatrixClient

/// What the homeserver has before a gap's end, as far as one answer goes, or the few that it takes to get one.
struct HistoryPage: Sendable {
    /// How many messages are asked for at a time.
    private static let size = 100
    /// Pages that a server leaves empty, one after the other, until it is let rest.
    private static let mostEmptyPages = 20

    /// Newest first.
    private(set) var events: [MatrixEvent]
    /// Members of the chat who speak in it, where they are loaded lazily.
    private var state: [MatrixEvent]
    /// Asks for what is before; `nil`: nothing is.
    let nextToken: String?
    /// Asks for what is after; `nil` where that is not known.
    private(set) var newerToken: String?

    /// - Parameter neighbour: the event after the gap: where the server forgot the gap's token, it is asked what is before that.
    static func before(
        _ gap: TimelineGap, chatID: String, neighbour: String?, client: HomeserverClient
    ) async throws(MatrixClientError) -> HistoryPage {
        do {
            return try await page(from: gap.token, chatID: chatID, client)
        } catch {
            guard case .matrix(_, let status, _) = error, [400, 404].contains(status) else { throw error }
            guard let neighbour else { return try await page(from: nil, chatID: chatID, client) }
            // Of no events on either side some servers make their usual number.
            let around = try await client.context(roomID: chatID, eventID: neighbour, limit: 2)
            guard let start = around.start else { throw error }
            var page = try await page(from: start, chatID: chatID, client)
            page.events = around.before + page.events
            page.state += around.state
            return page
        }
    }

    /// What the homeserver has around an event.
    static func around(
        _ eventID: String, chatID: String, _ client: HomeserverClient
    ) async throws(MatrixClientError) -> HistoryPage {
        let context = try await client.context(roomID: chatID, eventID: eventID, limit: size)
        return HistoryPage(
            events: context.after.reversed() + [context.event] + context.before, state: context.state,
            nextToken: context.start, newerToken: context.end)
    }

    /// What the homeserver has after a gap's beginning, newest first as well.
    static func after(
        _ onward: TimelineGap.Onward, chatID: String, _ client: HomeserverClient
    ) async throws(MatrixClientError) -> HistoryPage {
        var page = try await client.messages(roomID: chatID, from: onward.token, limit: size, isForward: true)
        var asked = 1
        while page.chunk.isEmpty, let end = page.end, asked < mostEmptyPages {
            page = try await client.messages(roomID: chatID, from: end, limit: size, isForward: true)
            asked += 1
        }
        return HistoryPage(events: page.chunk.reversed(), state: page.state, nextToken: nil, newerToken: page.end)
    }

    /// Newest first, each once, where it comes first.
    ///
    /// - Parameter opened: the encrypted ones among them.
    func messages(_ opened: OpenedEvents, chatID: String) -> [Message] {
        var seen: Set<String> = []
        return events.map { opened.message(from: $0, chatID: chatID) }.filter { seen.insert($0.eventID).inserted }
    }

    /// How people stood to the chat then, each once; the newest that is known of them here.
    var members: [ChatMember] {
        var seen: Set<String> = []
        return (events + state).compactMap(MembershipDecoder.member).filter { seen.insert($0.userID).inserted }
    }

    /// An empty page with an `end` is not the end of the past, so it goes on from there.
    static func page(
        from token: String?, chatID: String, _ client: HomeserverClient
    ) async throws(MatrixClientError) -> HistoryPage {
        var page = try await client.messages(roomID: chatID, from: token, limit: size)
        var asked = 1
        while page.chunk.isEmpty, let end = page.end, asked < mostEmptyPages {
            page = try await client.messages(roomID: chatID, from: end, limit: size)
            asked += 1
        }
        return HistoryPage(events: page.chunk, state: page.state, nextToken: page.end)
    }
}
