import Conversations
import Engine
import MatrixCrypto
import Storage

/// Reads the histories of messages from disk.
@MainActor
struct MessageInfoArchive {
    let disk: DiskQueue
    let messages: MessageStore
    let outbox: OutboxStore
    let encryption: EncryptionStore
    /// The account on this device.
    let own: DeviceAddress

    /// Reads the history from disk and posts ``MessageInfoEvent/loaded(_:chatID:message:line:key:)``. The window
    /// doesn't suffice, because it has only the newest version.
    func load(_ target: OutboxLine.Target, chatID: String) {
        switch target {
        case .event(let eventID):
            disk.ask((nil, nil)) { [messages, encryption, own] () -> (MessageInfo?, MessageInfoKey?) in
                guard let story = try messages.story(of: eventID, chatID: chatID) else { return (nil, nil) }
                guard case .opened(let sessionID, _) = story.message.encryption else { return (story, nil) }
                let origin = LineOrigin(sessionID: sessionID, sender: story.message.sender)
                return (story, try encryption.read { try Self.key(of: origin, chatID: chatID, $0, own: own) })
            } then: {
                MessageInfoEvent.loaded(target, chatID: chatID, message: $0.0, line: nil, key: $0.1)
            }
        case .line(let lineID):
            disk.ask(nil) { [outbox] in
                try outbox.story(lineID: lineID)
            } then: {
                MessageInfoEvent.loaded(target, chatID: chatID, message: nil, line: $0, key: nil)
            }
        }
    }

    nonisolated private static func key(
        of origin: LineOrigin, chatID: String, _ tables: EncryptionTables, own: DeviceAddress
    ) throws -> MessageInfoKey {
        let unreached = try tables.shares(sessionID: origin.sessionID).filter { $0.outcome == .unreachable }
        let (device, doubt) = try TrustFinder(tables: tables, own: own).encrypter(of: origin, chatID: chatID)
        return MessageInfoKey(
            unreached: Dictionary(grouping: unreached, by: \.userID).mapValues(\.count), device: device, doubt: doubt)
    }
}
