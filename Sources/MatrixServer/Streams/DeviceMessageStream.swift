import GRDB
import MatrixAPI

/// Messages from other devices to this one (client-server API, "Send-to-Device messaging").
struct DeviceMessageStream {
    /// The maximum in a response; the rest comes with the next.
    private static let most = (count: 100, bytes: 1 << 20)

    private let composer: SyncComposer

    init(_ composer: SyncComposer) { self.composer = composer }

    /// - Returns: The messages, and the position up to which this answer includes all of them.
    func messages() throws -> (events: [JSONValue], end: Int64) {
        let (since, now) = (composer.request.since?.deviceMessages ?? 0, composer.now.deviceMessages)
        guard since < now else { return ([], now) }
        let (messages, areAll) = try DeviceMessagesTable(composer.database)
            .messages(for: composer.request.caller, after: since, upTo: now, atMost: Self.most)
        guard !areAll, let last = messages.last else { return (messages.map(\.json), now) }
        return (messages.map(\.json), last.position)
    }
}
