import GRDB
import MatrixAPI

/// What other devices sent to this one (client-server API, "Send-to-Device messaging").
struct DeviceMessageStream {
    /// In one answer; the rest comes with the next.
    private static let most = (count: 100, bytes: 1 << 20)

    private let composer: SyncComposer

    init(_ composer: SyncComposer) { self.composer = composer }

    /// - Returns: the messages, and up to which place this answer has all of them.
    func messages() throws -> (events: [JSONValue], end: Int64) {
        let (since, now) = (composer.request.since?.deviceMessages ?? 0, composer.now.deviceMessages)
        guard since < now else { return ([], now) }
        let (messages, areAll) = try DeviceMessagesTable(composer.database)
            .messages(for: composer.request.caller, after: since, upTo: now, atMost: Self.most)
        guard !areAll, let last = messages.last else { return (messages.map(\.json), now) }
        return (messages.map(\.json), last.position)
    }
}
