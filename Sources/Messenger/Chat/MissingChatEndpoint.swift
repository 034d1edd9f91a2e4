import Conversations
import Engine
import MatrixAPI
import MatrixClient

/// Finds chats that the server no longer has.
///
/// An admin may purge a room while this device is offline. No sync reports that, so the chat would stay in the list
/// forever, and each request about it would fail. This endpoint compares the server's list of joined rooms with this
/// device's list. It asks about each difference once more, so that a wrong list does not remove chats.
///
/// The server's list has no rooms that the account knocked on. Those are checked by
/// ``HomeserverClient/goneKnocks(among:)``.
@MainActor
final class MissingChatEndpoint {
    /// The maximum number of chats of each kind that are checked at once.
    private nonisolated static let most = 50
    /// The minimum time in milliseconds between two checks of all chats, of a single one, and of unconfirmed knocks.
    private static let pause: (all: Int64, one: Int64, knocks: Int64) = (3_600_000, 60_000, 86_400_000)

    private let parts: EndpointParts
    private var lastLook: Int64?
    private var lastLooks: [String: Int64] = [:]
    private var lastLookForKnocks: Int64?

    init(_ parts: EndpointParts) { self.parts = parts }

    /// Checks all chats that this device lists as joined or knocked on. Answers with
    /// ``MissingChatEvent/gone(chatIDs:_:)`` if any is missing.
    func check(forJoined joinedIDs: [String], knocked knockedIDs: [String], now: Int64) {
        if let lastLook, now - lastLook < Self.pause.all { return }
        lastLook = now
        parts.tasks.run { [weak self, parts] in
            guard let joined = try? await parts.client.joinedRooms() else {
                await self?.forgetLook()
                return
            }
            let missing = joinedIDs.filter { !joined.contains($0) }.prefix(Self.most)
            let gone = await parts.client.goneRooms(among: Array(missing), for: parts.userID)
            await Self.report(gone, .joined, to: parts.queue)
            await self?.check(forKnocks: Array(knockedIDs.prefix(Self.most)), now: now)
        }
    }

    /// Lets the next connection repeat a check that failed.
    private func forgetLook() { lastLook = nil }

    /// Checks a single chat after the server refused a request about it.
    ///
    /// - Parameter isKnock: whether the account knocked on it; otherwise it is joined.
    func check(for chatID: String, isKnock: Bool, now: Int64) {
        if let last = lastLooks[chatID], now - last < Self.pause.one { return }
        lastLooks[chatID] = now
        parts.tasks.run { [weak self, parts] in
            guard !isKnock else {
                await self?.check(forKnocks: [chatID], now: now)
                return
            }
            let gone = await parts.client.goneRooms(among: [chatID], for: parts.userID)
            await Self.report(gone, .joined, to: parts.queue)
        }
    }

    /// Checks knocks by a complete sync. Its response may be large, so at most one is requested per day, even if it
    /// fails.
    private func check(forKnocks chatIDs: [String], now: Int64) async {
        if let last = lastLookForKnocks, now - last < Self.pause.knocks { return }
        let unconfirmed = await parts.client.unconfirmedKnocks(among: chatIDs)
        guard !unconfirmed.isEmpty else { return }
        lastLookForKnocks = now
        guard let gone = try? await parts.client.goneKnocks(among: unconfirmed) else { return }
        await Self.report(gone, .knocked, to: parts.queue)
    }

    private nonisolated static func report(
        _ gone: [String], _ membership: ChatMembership, to queue: EventQueue
    ) async {
        if !gone.isEmpty { await queue.post(MissingChatEvent.gone(chatIDs: gone, membership)) }
    }
}

extension HomeserverClient {
    /// Returns the rooms that the server no longer has, of those that the account is or was in.
    nonisolated func goneRooms(among roomIDs: [String], for userID: String) async -> [String] {
        var gone: [String] = []
        for roomID in roomIDs where await !hasRoom(roomID, for: userID) { gone.append(roomID) }
        return gone
    }

    /// Returns the rooms whose summary doesn't confirm that the account knocked on them.
    ///
    /// That proves nothing: servers also hide a room that takes no knocks any more, or that they would have to
    /// request from another server.
    nonisolated func unconfirmedKnocks(among roomIDs: [String]) async -> [String] {
        var unconfirmed: [String] = []
        for roomID in roomIDs where await !confirmsKnock(on: roomID) { unconfirmed.append(roomID) }
        return unconfirmed
    }

    /// Returns the rooms for which the server has no pending knock any more, of those that the account knocked on.
    ///
    /// A complete sync decides, since it lists all pending knocks. An admitted account is in the room, so its chat
    /// isn't gone either.
    nonisolated func goneKnocks(among roomIDs: [String]) async throws(MatrixClientError) -> [String] {
        let all = try await sync(since: nil, filter: SyncRequestFilter.membershipsText, timeoutMilliseconds: 0)
        // A knock may be in the part that can't be read.
        guard all.brokenOffsets.isEmpty else { return [] }
        // The order matters: an account that is admitted in between is in the second list.
        let joined = try await joinedRooms()
        return roomIDs.filter { all.knocked[$0] == nil && all.invited[$0] == nil && !joined.contains($0) }
    }

    private nonisolated func confirmsKnock(on roomID: String) async -> Bool {
        (try? await summary(roomIDOrAlias: roomID))?.membership == "knock"
    }

    /// Whether the server may have a room that the account is or was in. It is `false` only if a homeserver says
    /// so.
    nonisolated func hasRoom(_ roomID: String, for userID: String) async -> Bool {
        do throws(MatrixClientError) {
            _ = try await memberContent(roomID: roomID, userID: userID)
            return true
        } catch {
            return !error.saysNotThere
        }
    }
}

extension MatrixClientError {
    /// Whether a homeserver says that the room does not exist or is hidden from the account.
    var saysNotThere: Bool {
        guard case .matrix(let error, _, _) = self else { return false }
        return error.code == .forbidden || error.code == .notFound
    }
}

/// Chats that the server may no longer have.
enum MissingChatEvent: RoutedEvent {
    /// A request about a chat failed as if the chat did not exist. With `nil`, all chats are compared with the
    /// server's list.
    case doubted(chatID: String?)
    /// The server no longer has these chats, in which the account had this membership when they were checked.
    case gone(chatIDs: [String], ChatMembership)
}
