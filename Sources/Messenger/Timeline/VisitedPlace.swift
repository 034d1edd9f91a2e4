import Conversations
import ViewModels

/// Where somebody was who went to a message from there.
package struct VisitedPlace: Hashable, Sendable {
    /// `nil` where no chat was open.
    let chatID: String?
    let threadID: String?
    /// A message at the top of the screen; `nil` where the end of the chat was on screen.
    let eventID: String?
    let stand: ChatStand
    /// The search that found that message; `nil` where it wasn't found by one.
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

    /// Where nothing told how it is drawn, what was on screen says.
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
