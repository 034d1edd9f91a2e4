import MatrixAPI
import MatrixClient

/// Finds chats that the server no longer has.
///
/// An admin may purge a room while this device is offline. No sync reports that, so the chat would stay in the
/// list for ever, and each request about it would fail. This endpoint compares the server's list of joined rooms
/// with this device's list. It asks about each difference once more, so that a wrong list does not remove chats.
@MainActor
final class MissingChatEndpoint {
    /// The maximum number of chats that are checked at once.
    private nonisolated static let most = 50
    /// The minimum time between two checks of all chats, and of a single one, in milliseconds.
    private static let pause: (all: Int64, one: Int64) = (3_600_000, 60_000)

    private let client: HomeserverClient
    private let userID: String
    private let queue: EventQueue
    private let tasks: TaskSet
    private var lastLook: Int64?
    private var lastLooks: [String: Int64] = [:]

    init(client: HomeserverClient, userID: String, queue: EventQueue, tasks: TaskSet) {
        self.client = client
        self.userID = userID
        self.queue = queue
        self.tasks = tasks
    }

    /// Checks all chats that this device lists as joined. Answers with ``MissingChatEvent/gone(chatIDs:)`` if any
    /// is missing.
    func look(forAll chatIDs: [String], now: Int64) {
        if let lastLook, now - lastLook < Self.pause.all { return }
        lastLook = now
        tasks.run { [weak self, client, userID, queue] in
            guard let joined = try? await client.joinedRooms() else {
                await self?.forgetLook()
                return
            }
            let missing = chatIDs.filter { !joined.contains($0) }.prefix(Self.most)
            await Self.tell(Array(missing), client, userID, queue)
        }
    }

    /// The check failed, so that the next connection repeats it.
    private func forgetLook() { lastLook = nil }

    /// Checks a single chat after the server refused a request about it.
    func look(for chatID: String, now: Int64) {
        if let last = lastLooks[chatID], now - last < Self.pause.one { return }
        lastLooks[chatID] = now
        tasks.run { [client, userID, queue] in await Self.tell([chatID], client, userID, queue) }
    }

    private nonisolated static func tell(
        _ chatIDs: [String], _ client: HomeserverClient, _ userID: String, _ queue: EventQueue
    ) async {
        var gone: [String] = []
        for chatID in chatIDs where await !client.hasRoom(chatID, for: userID) { gone.append(chatID) }
        if !gone.isEmpty { await queue.post(MissingChatEvent.gone(chatIDs: gone)) }
    }
}

extension HomeserverClient {
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
