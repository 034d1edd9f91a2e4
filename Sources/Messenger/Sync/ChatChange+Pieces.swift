import Conversations

extension ChatChange {
    /// The change in pieces of at most so many messages, to be applied one after the other.
    ///
    /// The first alone says what is before the messages: the others go on where it ends. Receipts and the marker speak of
    /// messages that must be there, and come with the last.
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
