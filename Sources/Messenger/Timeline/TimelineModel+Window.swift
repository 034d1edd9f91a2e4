import Conversations
import ViewModels

/// The contents of the window, and how they stay correct while the disk is read.
///
/// ## Problem
///
/// A chat may have a million messages, of which the window holds some hundreds. Reading more takes time, and the main
/// actor must not wait for it. Meanwhile the sync delivers messages, edits and receipts. An answer of the disk may
/// have been read before or after those were stored.
///
/// ## Parts
///
/// - ``OpenTimeline`` registers a ``TimelineRequest`` in the model and passes it to ``TimelineArchive``.
/// - ``TimelineReader`` reads the answer on a queue of ``DiskQueue``. Answers arrive in the order of the questions.
/// - ``TimelineEventRouter`` applies the answer to the model and calls ``endQuestion()``, which then applies the
///   changes that arrived since the question.
/// - Its ``TimelineEventRouter/receive(_:)`` calls ``append(_:)`` for messages of the sync that directly follow the
///   window. Otherwise it calls ``buffer(_:)`` while a question about the end is open, or asks for the latest messages.
/// - ``HistoryEventRouter`` decides between the disk and the server. ``HistoryEndpoint`` stores a page of the server
///   first, and then the window is read again.
/// - ``land(_:)`` keeps own lines on screen that left the outbox before an answer brings their events.
/// - ``TimelineDestination`` knows where the user is going and whether rows are shown until then, ``UnreadMarker`` what
///   is unread, ``TimelinePeople`` who is there, and ``HistoryLoading`` what is missing and why.
///
/// A position orders the messages of a chat. `MessageWindow.end` is the position of the newest event, which may be an
/// edit without a row. Gaps are positions before which the server has more messages.
///
/// ## Invariants
///
/// - Appended messages and pages drop the other end beyond ``maximumCount`` messages:
///   `TimelineModelTests.windowSizeIsLimited`.
/// - A change during a question is neither lost nor doubled:
///   `TimelineReadingTests.arrivalsDuringDiskReadAreNotLost`,
///   `TimelineModelTests.duplicateMessagesAreNotAppended`.
/// - Messages that don't follow the window are read, never appended:
///   `TimelineReadingTests.nonContiguousArrivalTriggersAnotherRead`.
/// - An answer to an earlier ``opening`` is ignored: `TimelineReadingTests.answerForClosedChatIsDropped`.
/// - An answer doesn't move a user who went elsewhere: `TimelineReadingTests.canceledNavigationKeepsPosition`.
/// - The user never waits for a place on disk and a requested search at once, and restores no position twice:
///   `TimelineDestinationTests.randomWalksFollowThePlainDescription`.
/// - An own line is on screen at any time, once:
///   `TimelineReadingTests.ownMessageStaysVisibleDuringDiskRead`.
/// - The main actor doesn't read the disk after startup:
///   `TimelineReadingTests.scrollingHistoryNeverReadsOnMainActor`.
///
/// ## After a crash
///
/// The model is a copy: its messages, members and receipts were on disk before, and so were own lines. The next start
/// reads the chat that was open last. If a page of the server was not stored, its gap is still on disk and is
/// requested again. If it was stored, the next read finds it. An unreadable disk leaves the screen as it is:
/// `TimelineReadingTests.failedDiskReadKeepsWindow`.
///
/// ## Why nothing simpler
///
/// Reading the window again after each event would cost a query for each message, and an old answer could replace a
/// newer one. Holding a whole chat would cost memory and a slow opening. Dropping answers that cross an event would
/// starve a user who scrolls in a busy chat.
extension TimelineModel {
    /// Returns whether messages directly follow the end of the window.
    func follows(_ messages: [PlacedMessage]) -> Bool {
        guard let first = messages.first?.position, !window.hasNewer else { return true }
        guard let end = window.end ?? window.messages.last?.position else { return false }
        return first == end + 1
    }

    /// The newest event in the window that has an identifier of the server.
    var newestID: String? { window.messages.last(where: \.message.hasIdentifier)?.message.eventID }

    /// Returns a message of the window.
    func message(_ target: OutboxLine.Target) -> PlacedMessage? {
        window.messages.last { placed in
            switch target {
            case .event(let eventID): placed.message.eventID == eventID
            case .line(let id): placed.message.transactionID == id
            }
        }
    }

    func has(_ position: Int64) -> Bool { window.messages.contains { $0.position == position } }

    /// Returns to a message of the window.
    ///
    /// - Returns: whether the window has it, with enough messages around it for any screen.
    mutating func comeBack(to eventID: String, _ stand: ScrollPosition) -> Bool {
        guard let place = window.messages.lastIndex(where: { $0.message.eventID == eventID }),
            !window.hasNewer || window.messages.count - place > Self.pageCount
        else { return false }
        restore(stand, at: window.messages[place].message)
        return true
    }

    /// Returns to the end of the chat.
    ///
    /// - Returns: whether the window has it.
    mutating func comeBackToEnd(_ stand: ScrollPosition) -> Bool {
        guard stage == .open, !window.hasNewer else { return false }
        if let last = window.messages.last?.message { restore(stand, at: last) }
        return true
    }
}

extension MessageWindow {
    /// Adds the older messages of another window of the chat if nothing can be missing in between. Otherwise a refresh
    /// of the end would remove the messages that the user is reading.
    func keepingOlder(of old: MessageWindow) -> MessageWindow {
        guard let first = messages.first?.position, old.messages.contains(where: { $0.position == first }),
            !(old.gaps + gaps).contains(where: { $0.position <= first })
        else { return self }
        let older = old.messages.filter { $0.position < first }
        guard !older.isEmpty else { return self }
        var window = self
        window.messages = older + messages
        window.hasOlder = old.hasOlder
        return window
    }

    /// Adds older messages. Beyond the maximum the newest ones are dropped.
    mutating func prepend(_ older: MessageWindow) {
        messages = older.messages + messages
        gaps = older.gaps + gaps.filter { !older.gaps.contains($0) }
        hasOlder = older.hasOlder
        let excess = messages.count - TimelineModel.maximumCount
        if excess > 0 {
            messages.removeLast(excess)
            hasNewer = true
            end = nil
            keepGapsWithin()
        }
    }

    /// Adds newer messages. Beyond the maximum the oldest ones are dropped.
    mutating func append(_ newer: MessageWindow) {
        messages += newer.messages
        gaps += newer.gaps.filter { !gaps.contains($0) }
        hasNewer = newer.hasNewer
        end = newer.end
        dropOldest()
    }

    /// Drops the oldest messages beyond the maximum.
    mutating func dropOldest() {
        let excess = messages.count - TimelineModel.maximumCount
        if excess > 0 {
            messages.removeFirst(excess)
            hasOlder = true
            keepGapsWithin()
        }
    }

    private mutating func keepGapsWithin() {
        guard let first = messages.first?.position, let last = messages.last?.position else { return }
        gaps.removeAll { $0.position < first || $0.position > last }
    }

    /// Applies changed messages, also in the quotations of them.
    mutating func merge(_ changed: [PlacedMessage]) {
        guard !changed.isEmpty else { return }
        let changed = Dictionary(changed.map { ($0.message.eventID, $0) }) { _, last in last }
        for index in messages.indices {
            let old = messages[index]
            var message = (changed[old.message.eventID] ?? old).message
            if let quoted = message.replyTo.flatMap({ changed[$0] })?.message {
                message.quoted = QuotedMessage(quoted)
            }
            guard message != old.message else { continue }
            messages[index] = PlacedMessage(message: message, position: old.position)
        }
    }
}
