import Conversations
import ViewModels

/// The trail of places from which the user went to messages, used to go back.
package struct JumpHistoryModel {
    /// The target of going back.
    package enum Target: Hashable, Sendable { case found, place }

    private static let most = 32

    /// The last reported scroll position, with the ``TimelineModel/opening`` of its chat.
    private var standing: (place: JumpOrigin, opening: Int)?
    /// The place of departure of the current move.
    private var departure: JumpOrigin?
    /// The places of departure, the latest last.
    private var trail: [JumpOrigin] = []
    /// The opening of the trail's last chat. Opening another chat ends the trail.
    private var opening = 0

    /// - Returns: `nil` if no position was reported since the chat was opened.
    func standing(in opening: Int) -> JumpOrigin? { standing.flatMap { $0.opening == opening ? $0.place : nil } }

    mutating func stand(at place: JumpOrigin, in opening: Int) { standing = (place, opening) }

    mutating func depart(from place: JumpOrigin, in opening: Int) {
        if opening != self.opening { trail = [] }
        departure = place
    }

    mutating func arrive(in opening: Int) {
        if let departure { trail = (trail + [departure]).suffix(Self.most) }
        departure = nil
        self.opening = opening
    }

    /// Drops the trail.
    mutating func stay() { trail = [] }

    /// Returns the place from which the user came to the chat of an opening; `nil` if it was opened directly.
    func last(in opening: Int) -> JumpOrigin? { opening == self.opening ? trail.last : nil }

    mutating func takeLast(in opening: Int) -> JumpOrigin? { opening == self.opening ? trail.popLast() : nil }

    /// - Parameter search: the search whose results can be shown.
    package func way(in opening: Int, search: Int) -> Target? {
        last(in: opening).map { $0.search == search ? .found : .place }
    }
}

/// The place from which the user went to a message.
package struct JumpOrigin: Hashable, Sendable {
    /// `nil` if no chat was open.
    let chatID: String?
    let threadID: String?
    /// A message at the top of the screen; `nil` if the end of the chat was on screen.
    let eventID: String?
    let stand: ScrollPosition
    /// The search that found the message; `nil` if none did.
    var search: Int?
}

extension JumpOrigin {
    @MainActor
    init(_ stand: ScrollPosition, in timeline: TimelineModel) {
        let messages = timeline.window.messages.map(\.message)
        let top = stand.top.flatMap { top in messages.last { ChatRowID.of($0) == top } ?? messages.last }
        let known = top.flatMap { top in
            top.hasIdentifier ? top : messages.last(where: \.hasIdentifier)
        }
        self.init(
            chatID: timeline.chatID, threadID: timeline.threadID, eventID: known?.eventID, stand: stand, search: nil)
    }

    /// Derives the place from the messages on screen, for when the screen hasn't reported its scroll position.
    @MainActor
    init(_ timeline: TimelineModel, _ reading: ReadMarkerModel) {
        let shown = Set(timeline.chatID.flatMap { reading.positionsOnScreen(chatID: $0) } ?? [])
        let messages = timeline.window.messages
        let isAtEnd = !timeline.window.hasNewer && messages.last.map { shown.contains($0.position) } ?? true
        let first = messages.first { shown.contains($0.position) && $0.message.hasIdentifier }
        let top = isAtEnd ? nil : first.map { ChatRowID.of($0.message) }
        self.init(ScrollPosition(top: top), in: timeline)
    }
}
