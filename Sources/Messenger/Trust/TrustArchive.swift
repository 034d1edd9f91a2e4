import Conversations
import Engine
import MatrixCrypto
import Storage

/// Reads the trust in people and their messages from disk.
@MainActor
struct TrustArchive {
    let disk: DiskQueue
    /// The account on this device.
    let own: DeviceAddress
    let encryption: EncryptionStore
    let outbox: OutboxStore

    /// Posts ``TrustEvent/found(_:opening:)``.
    func find(_ origins: Set<LineOrigin>, chatID: String, opening: Int) {
        disk.ask(nil) { [encryption, own] () -> TrustFindings? in
            try encryption.read { tables in
                let finder = TrustFinder(tables: tables, own: own)
                return TrustFindings(
                    origins: origins, doubts: try finder.doubts(of: origins, chatID: chatID),
                    changed: try finder.changed(chatID: chatID),
                    encryptedSince: try tables.encryptedSince(chatID: chatID))
            }
        } then: { findings -> TrustEvent? in
            findings.map { .found($0, opening: opening) }
        }
    }

    /// Posts ``TrustEvent/foundMembers(_:chatID:)``.
    func findMembers(_ userIDs: [String], chatID: String) {
        disk.ask([:]) { [encryption, own] in
            try encryption.read { try TrustFinder(tables: $0, own: own).people(userIDs) }
        } then: {
            TrustEvent.foundMembers($0, chatID: chatID)
        }
    }

    /// Accepts changed identities. Messages that waited only for that are sent automatically.
    func accept(_ people: [ChangedIdentity]) {
        disk.attempt { [outbox, queue = disk.queue] in
            let lines = try await outbox.accept(people)
            await queue.post(TrustEvent.changed)
            for line in lines { await queue.post(OutboxEvent.requeued(line)) }
        }
    }
}
