import Conversations
import MatrixClient
import ViewModels

/// Makes the open chat of the models' values.
@MainActor
struct ChatScreenBuilder {
    let models: Models
    let queue: EventQueue
    let time: TimeText

    func build() -> ChatViewModel {
        let timeline = models.timeline
        let chat = timeline.chatID.flatMap { models.chatList.chats[$0] }
        return ChatViewModel(
            chatNumber: timeline.number, title: title(chat), rows: chat.map(rows) ?? [],
            reachesLatest: !timeline.window.hasNewer, shouldShowBusy: timeline.isLoadingOlder,
            shouldShowError: timeline.error != nil, errorText: DisplayText(sanitizing: timeline.error ?? ""),
            emptyText: chat == nil ? "No chat is open: F4 makes one" : "Nothing was said here yet",
            needsOlder: needsOlder, needsNewer: needsNewer, needsLatest: needsLatest, wasShown: wasShown)
    }

    private func title(_ chat: Chat?) -> DisplayText {
        guard let chat else { return "Confab" }
        return DisplayText(sanitizing: Naming.chat(chat))
    }

    /// Without what people said whom the account ignores; what they did to the chat stays.
    private var window: MessageWindow {
        var window = models.timeline.window
        let ignored = models.ignoredPeople.userIDs
        if !ignored.isEmpty {
            window.messages.removeAll { ignored.contains($0.message.sender) && $0.message.kind.countsAsUnread }
        }
        return window
    }

    private func rows(_ chat: Chat) -> [ChatRowViewModel] {
        let timeline = models.timeline
        let others = timeline.readPositions.filter { $0.key != models.account.userID }
        return ChatRowsBuilder(
            window: window, outbox: models.outbox.lines(chatID: chat.id), members: timeline.members,
            readPositions: others, newLinePosition: timeline.newLinePosition, isLoadingOlder: timeline.isLoadingOlder,
            isDirect: chat.joinedCount + chat.invitedCount <= 2, isOnline: models.connection.offlineSince == nil,
            ownUserID: models.account.userID, time: time
        ).build()
    }

    private var needsOlder: Action<Void> {
        let window = models.timeline.window
        guard window.hasOlder || !window.gaps.isEmpty else { return .unavailable("This is where the chat begins") }
        if models.timeline.isLoadingOlder { return .unavailable("Older messages are being loaded") }
        return .available { [queue] in queue.post(HistoryEvent.needsOlder) }
    }

    private var needsNewer: Action<Void> {
        guard models.timeline.window.hasNewer else { return .unavailable("This is the latest message") }
        return .available { [queue] in queue.post(HistoryEvent.needsNewer) }
    }

    private var needsLatest: Action<Void> {
        guard models.timeline.window.hasNewer else { return .unavailable("This is the latest message") }
        return .available { [queue] in queue.post(HistoryEvent.needsLatest) }
    }

    private var wasShown: @MainActor (ChatRowID) -> Void {
        let messages = models.timeline.window.messages
        let ownUserID = models.account.userID
        return { [queue] rowID in
            guard let index = messages.lastIndex(where: { ChatRowID("m" + $0.message.eventID) == rowID }) else {
                return
            }
            guard let read = messages[...index].last(where: { $0.message.sender != ownUserID }) else { return }
            queue.post(MessageEvent.userReads(eventID: read.message.eventID, position: read.position))
        }
    }
}
