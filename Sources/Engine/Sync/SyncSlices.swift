package import Conversations
import MatrixAPI

/// The slices of one batch, made lazily. With many chats, the first are on disk and on screen before
/// the last are processed.
package struct SyncSlices: Sequence, IteratorProtocol {
    private let translator: SyncTranslator
    private let response: SyncResponse
    private let opened: DecryptedEvents
    private var joined: ArraySlice<(key: String, value: JoinedRoom)>
    private var others: ArraySlice<ChatChange>
    /// The pieces of the next chat.
    private var pieces: ArraySlice<ChatChange> = []
    private var contacts: ArraySlice<SyncSlice>
    /// The slice with the token, once all chats are in slices.
    private var last: SyncSlice?
    private var encryptedChatIDs: Set<String>
    private var ownUserID: String?
    private let now: Int64
    private var isEnded = false

    init(_ translator: SyncTranslator, _ response: SyncResponse, _ opened: DecryptedEvents, now: Int64) {
        self.translator = translator
        self.response = response
        self.opened = opened
        joined = translator.joined(in: response)[...]
        others = translator.otherChanges(in: response, opened, now: now)[...]
        contacts = translator.contactSlices(in: response)[...]
        ownUserID = translator.userID
        self.now = now
        encryptedChatIDs = Set(response.joined.filter(\.value.saysEncryption).keys)
    }

    package mutating func next() -> SyncSlice? {
        guard !isEnded, var slice = following() else { return nil }
        // The first slice names all encrypted chats: no message may be sent in clear while the rest of
        // the batch is applied.
        slice.encryptedChatIDs = encryptedChatIDs
        encryptedChatIDs = []
        slice.ownUserID = ownUserID
        slice.leastActivity = translator.leastActivity
        ownUserID = nil
        return slice
    }

    private mutating func following() -> SyncSlice? {
        if last == nil {
            let (slice, isFull) = gather()
            if isFull { return slice }
            last = translator.completed(slice, response)
        }
        if let contact = contacts.popFirst() { return contact }
        isEnded = true
        return last
    }

    /// - Returns: the slice, and whether more follow.
    private mutating func gather() -> (SyncSlice, isFull: Bool) {
        var slice = SyncSlice(changes: [])
        var size = 0
        while let piece = nextPiece() {
            let weight = piece.weight
            if size > 0, size + weight > SyncTranslator.sliceSize {
                return (slice, true)
            }
            pieces.removeFirst()
            slice.changes.append(piece)
            size += weight
        }
        return (slice, false)
    }

    private mutating func nextPiece() -> ChatChange? {
        if pieces.isEmpty {
            let change = joined.popFirst().map {
                translator.change(chatID: $0.key, $0.value, of: response, opened, now: now)
            }
            guard let next = change ?? others.popFirst() else { return nil }
            pieces = next.pieces(of: SyncTranslator.sliceSize)[...]
        }
        return pieces.first
    }
}

extension ChatChange {
    /// Splits the change into pieces of a limited number of messages, to be applied in order.
    ///
    /// Only the first piece describes what precedes the messages; each later piece continues the one before. Receipts
    /// and the read marker refer to messages that must exist, so they are in the last piece.
    func pieces(of size: Int) -> [ChatChange] {
        guard let timeline, timeline.messages.count > size else { return [self] }
        let cuts = stride(from: 0, to: timeline.messages.count, by: size).map { start in
            timeline.piece(start..<min(start + size, timeline.messages.count))
        }
        var pieces = cuts.map { cut in
            var piece = ChatChange(chatID: chatID, membership: membership)
            piece.timeline = cut
            return piece
        }
        var first = self
        first.timeline = cuts[0]
        first.receipts = []
        first.threadReads = []
        first.allThreadsRead = []
        first.fullyReadEventID = .unchanged
        pieces[0] = first
        pieces[pieces.count - 1].receipts = receipts
        pieces[pieces.count - 1].threadReads = threadReads
        pieces[pieces.count - 1].allThreadsRead = allThreadsRead
        pieces[pieces.count - 1].fullyReadEventID = fullyReadEventID
        return pieces
    }
}
