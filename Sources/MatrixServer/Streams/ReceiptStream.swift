import GRDB
import MatrixAPI

/// New receipts of a room, as a single `m.receipt` (client-server API, "Receipts").
struct ReceiptStream {
    private let composer: SyncComposer
    private let room: String
    private let isNew: Bool

    init(_ composer: SyncComposer, room: String, isNew: Bool) {
        self.composer = composer
        self.room = room
        self.isNew = isNew
    }

    func events() throws -> [JSONValue] {
        let since = isNew ? 0 : composer.request.since?.receipts ?? 0
        guard since < composer.now.receipts else { return [] }
        let receipts = try ReceiptsTable(composer.database)
            .receipts(in: room, after: since, upTo: composer.now.receipts)
        var content: [String: [String: [String: JSONValue]]] = [:]
        for receipt in receipts where receipt.type != "m.read.private" || receipt.user == composer.user {
            var mark: JSONValue = ["ts": .integer(receipt.timestamp)]
            if !receipt.thread.isEmpty { mark["thread_id"] = .string(receipt.thread) }
            content[receipt.eventID, default: [:]][receipt.type, default: [:]][receipt.user] = mark
        }
        if content.isEmpty { return [] }
        let json = content.mapValues { JSONValue.object($0.mapValues(JSONValue.object)) }
        return [["type": "m.receipt", "content": .object(json)]]
    }
}
