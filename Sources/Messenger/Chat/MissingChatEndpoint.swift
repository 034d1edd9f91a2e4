import MatrixAPI
import MatrixClient

/// Finds chats that the server doesn't have any more.
///
/// An admin may purge a room while this device is away. No sync tells of that, so that the chat would stay in the list for
/// ever, and each request about it would be refused. The server's list of joined rooms is compared with this device's, and
/// each difference is asked about once more: a wrong list must not take chats away.
@MainActor
final class MissingChatEndpoint {
    /// The most chats that are asked about at once.
    private nonisolated static let most = 50
    /// How long a look at all chats, and at a single one, stays good, in milliseconds.
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

    /// Looks for all chats that the account is in, as this device knows it. Answers with ``MissingChatEvent/gone(chatIDs:)`` where
    /// any is missing.
    func look(forAll chatIDs: [String], now: Int64) {
        if let lastLook, now - lastLook < Self.pause.all { return }
        lastLook = now
        tasks.run { [client, userID, queue] in
            guard let joined = try? await client.joinedRooms() else { return }
            let missing = chatIDs.filter { !joined.contains($0) }.prefix(Self.most)
            await Self.tell(Array(missing), client, userID, queue)
        }
    }

    /// The same for a chat about which a request was refused.
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
    /// Whether the server may have a room in which the account is or was. It is `false` only where a homeserver says so.
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
    /// Whether a homeserver says that there is no such room, or none that the account may know of.
    var saysNotThere: Bool {
        guard case .matrix(let error, _, _) = self else { return false }
        return error.code == .forbidden || error.code == .notFound
    }
}
