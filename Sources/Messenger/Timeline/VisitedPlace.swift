import Conversations
import ViewModels

/// The place from which the user went to a message.
package struct VisitedPlace: Hashable, Sendable {
    /// `nil` if no chat was open.
    let chatID: String?
    let threadID: String?
    /// A message at the top of the screen; `nil` if the end of the chat was on screen.
    let eventID: String?
    let stand: ChatStand
    /// The search that found the message; `nil` if none did.
    var search: Int?
}

extension VisitedPlace {
    @MainActor
    init(_ stand: ChatStand, in timeline: TimelineModel) {
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
    init(_ timeline: TimelineModel, _ reading: ReadingModel) {
        let shown = Set(timeline.chatID.flatMap { reading.positionsOnScreen(chatID: $0) } ?? [])
        let messages = timeline.window.messages
        let isAtEnd = !timeline.window.hasNewer && messages.last.map { shown.contains($0.position) } ?? true
        let first = messages.first { shown.contains($0.position) && $0.message.hasIdentifier }
        let top = isAtEnd ? nil : first.map { ChatRowID.of($0.message) }
        self.init(ChatStand(top: top), in: timeline)
    }
}
