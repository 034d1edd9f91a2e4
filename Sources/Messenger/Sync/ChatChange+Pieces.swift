import Conversations

extension ChatChange {
    /// Splits the change into pieces of a limited number of messages, to be applied in order.
    ///
    /// Only the first describes what precedes the messages; each other piece follows on the one before. Receipts and
    /// the read marker refer to messages that must exist, so they are in the last piece.
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
