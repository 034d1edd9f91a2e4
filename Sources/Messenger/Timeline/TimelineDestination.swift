import Conversations
import Engine
package import ViewModels

/// The place to which the user goes in the open timeline, and the rows on screen until then.
///
/// The user waits for the disk, or for a search that asks the server page by page, and never for both. A search that
/// the user didn't request goes on while a place is read from disk.
package struct TimelineDestination: Equatable {
    /// The rows on screen until the user arrives.
    private enum Rows {
        /// None, as the disk hasn't answered since the chat was opened.
        case unanswered
        /// None, as the disk couldn't be read.
        case unreadable
        /// The chat was read from disk while the user already went elsewhere in it. Its rows are hidden as long as a
        /// place is read from disk, as the screen would move twice otherwise.
        case held
        case shown
    }

    private enum Move: Equatable {
        case rest
        /// A place is read from disk.
        ///
        /// - stand: the scroll position to restore there.
        /// - unaskedPages: the number of pages of a search that the user didn't request; `nil` if there is none.
        case awaiting(Destination, stand: ScrollPosition?, unaskedPages: Int?)
        /// - pages: the number of pages requested from the server.
        case seeking(HistoryDestination, pages: Int)
    }

    /// The part of the value that is on screen.
    package struct Shown: Equatable {
        package let stage: TimelineStage
        /// The place to which the screen must move.
        package let jump: ChatJump?
        /// Whether the user waits for a message from the disk or the server.
        package let isMessage: Bool
    }

    private var rows = Rows.shown
    private var move = Move.rest
    private var jumpCount = 0
    /// The place to which the screen must move.
    private(set) var jump: ChatJump?

    var stage: TimelineStage {
        switch (rows, move) {
        case (.shown, _), (.held, .rest), (.held, .seeking): .open
        case (.unreadable, .rest), (.unreadable, .seeking): .unreadable
        case (.unanswered, _), (_, .awaiting): .opening
        }
    }

    /// The user's destination while it is being read from disk.
    var awaited: Destination? {
        guard case .awaiting(let place, _, _) = move else { return nil }
        return place
    }

    /// The target of the search through the history, page by page.
    var sought: HistoryDestination? { search?.goal }

    /// The number of pages requested in that search.
    var soughtPages: Int { search?.pages ?? 0 }

    private var search: (goal: HistoryDestination, pages: Int)? {
        switch move {
        case .rest: nil
        case .awaiting(_, _, let pages): pages.map { (.unread(isAsked: false), $0) }
        case .seeking(let goal, let pages): (goal, pages)
        }
    }

    /// Whether the user waits for a message from the disk or the server.
    var isMessage: Bool {
        if case .message = awaited { return true }
        return switch sought {
        case .message, .unread(isAsked: true): true
        case .first, .unread(isAsked: false), nil: false
        }
    }

    var shown: Shown { Shown(stage: stage, jump: jump, isMessage: isMessage) }

    /// Begins in an opened chat.
    ///
    /// - Parameter isRead: whether it was read from disk.
    mutating func open(isRead: Bool) {
        (rows, move, jump) = (isRead ? .shown : .unanswered, .rest, nil)
    }

    mutating func close() { (rows, move) = (.shown, .rest) }

    /// Handles the answer of the disk with the contents of the opened chat.
    mutating func answer() {
        rows = awaited == nil || rows == .shown ? .shown : .held
    }

    /// Shows the rows of a window, wherever the user goes.
    mutating func show() { rows = .shown }

    /// Handles an unreadable disk, and stops.
    ///
    /// - Returns: whether no rows are on screen.
    mutating func fail() -> Bool {
        let isEmpty = stage == .opening
        if isEmpty { rows = .unreadable }
        stop()
        return isEmpty
    }

    /// Starts moving to a place that must be read from disk. A search that the user requested ends.
    ///
    /// - Parameter stand: the scroll position to restore there.
    mutating func await(_ place: Destination, stand: ScrollPosition?) {
        let pages = sought == .unread(isAsked: false) ? soughtPages : nil
        move = .awaiting(place, stand: stand, unaskedPages: pages)
    }

    /// Marks everything before the latest messages as read once they arrive.
    mutating func acceptOnceLatest() {
        guard case .awaiting(.latest, let stand, let pages) = move else { return }
        move = .awaiting(.latest(accepts: true), stand: stand, unaskedPages: pages)
    }

    /// Ends the wait for the disk.
    ///
    /// - Returns: the scroll position to restore.
    mutating func arrive() -> ScrollPosition? {
        guard case .awaiting(_, let stand, let pages) = move else { return nil }
        move = pages.map { .seeking(.unread(isAsked: false), pages: $0) } ?? .rest
        return stand
    }

    /// Starts a search. It ends the wait for the disk if the user requested it.
    mutating func seek(_ goal: HistoryDestination) {
        if goal == .unread(isAsked: false), case .awaiting(let place, let stand, _) = move {
            move = .awaiting(place, stand: stand, unaskedPages: 0)
        } else {
            move = .seeking(goal, pages: 0)
        }
    }

    mutating func seekPage() {
        switch move {
        case .rest: break
        case .awaiting(let place, let stand, let pages):
            move = .awaiting(place, stand: stand, unaskedPages: pages.map { $0 + 1 })
        case .seeking(let goal, let pages): move = .seeking(goal, pages: pages + 1)
        }
    }

    mutating func stopSeeking() {
        switch move {
        case .rest: break
        case .awaiting(let place, let stand, _): move = .awaiting(place, stand: stand, unaskedPages: nil)
        case .seeking: move = .rest
        }
    }

    /// Cancels a pending move and a search.
    mutating func stop() { move = .rest }

    /// Moves the screen to a message of the window, and may select it or restore a scroll position.
    mutating func jump(to message: Message, selects: Bool, stand: ScrollPosition? = nil) {
        jumpCount += 1
        jump = ChatJump(number: jumpCount, row: .of(message), selects: selects, stand: stand)
    }
}

/// The user's destination in a timeline while it is being read from disk.
enum Destination: Hashable {
    /// - accepts: whether everything before counts as read on arrival.
    case latest(accepts: Bool)
    case message(eventID: String)
}
