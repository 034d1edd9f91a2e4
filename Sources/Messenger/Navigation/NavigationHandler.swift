import Conversations
import ViewModels

/// Shows the current screen, and the picker on top of it.
@MainActor
final class NavigationHandler {
    private let parts: ScreenParts
    private var shown: NavigationContent?
    /// The number of the visible picker; `nil` for none.
    private var shownPicker: Int?
    private let searchLines = SearchLineCache()

    init(_ parts: ScreenParts) {
        self.parts = parts
    }

    /// Updates the screen and the global actions if they have changed.
    func changed() {
        // Opening another screen also closes the picker.
        if picker != shownPicker { pickerChanged() }
        let content = NavigationContent(
            parts.state, hasLogin: parts.environment.login != nil, hasEncryption: parts.environment.sealingKey != nil,
            hasOwnServer: parts.environment.sharing != nil)
        guard content != shown else { return }
        shown = content
        parts.events.navigation.raise { [parts] in
            NavigationBuilder(
                content: content, queue: parts.queue,
                quit: { [environment = parts.environment] in environment.quit() },
                addAccount: parts.environment.addAccount
            ).build()
        }
    }

    /// Updates the picker, since the contents of its list may have changed.
    func chatsChanged() {
        if parts.state.navigation.picker != nil { pickerChanged() }
    }

    func pickerChanged() {
        shownPicker = picker
        parts.events.picker.raise { [parts, searchLines] in
            switch parts.state.navigation.picker {
            case .chatToGoTo: Self.goTo(parts)
            case .roomDirectory:
                RoomDirectoryViewModelBuilder(
                    number: parts.state.navigation.pickerCount, content: RoomDirectoryContent(parts.state),
                    queue: parts.queue
                ).build()
            case .threads: Self.threads(parts)
            case .search:
                SearchViewModelBuilder(
                    number: parts.state.navigation.pickerCount,
                    content: SearchContent(parts.state, today: parts.environment.today), time: parts.time,
                    queue: parts.queue, memo: searchLines
                ).build()
            case .files: FileListViewModelBuilder(parts).build()
            case nil: nil
            }
        }
    }

    /// Returns all chats to go to, as rows of a list.
    func rowsToGoTo() -> [FuzzyListRowViewModel] { Self.goTo(parts).rows }

    private var picker: Int? {
        let navigation = parts.state.navigation
        return navigation.picker == nil ? nil : navigation.pickerCount
    }

    private static func threads(_ parts: ScreenParts) -> FuzzyListViewModel {
        let state = parts.state
        let chatID = state.threads.listedChatID ?? ""
        return ThreadListBuilder(
            number: state.navigation.pickerCount, chatID: chatID,
            chatName: state.chatList.chat(chatID).map(Naming.chat) ?? "", threads: state.threads.listed,
            openThreadID: state.timeline.chatID == chatID ? state.timeline.threadID : nil,
            names: state.timeline.names, drafts: state.chatList.drafts,
            ignoredUserIDs: state.ignoredPeople.userIDs, time: parts.time, queue: parts.queue
        ).build()
    }

    private static func goTo(_ parts: ScreenParts) -> FuzzyListViewModel {
        let list = parts.state.chatList
        return GoToViewModelBuilder(
            number: parts.state.navigation.pickerCount, chats: Array(list.chats.values),
            openChatID: list.openChatID,
            drafts: list.drafts, outbox: parts.state.outbox.newestLines,
            ignoredUserIDs: parts.state.ignoredPeople.userIDs, ownUserID: parts.state.account.userID,
            time: parts.time, newInThreads: parts.state.newInThreads
        ).build(
            open: { [queue = parts.queue, spaceIDs = list.spaceIDs] id in
                if spaceIDs.contains(id) {
                    queue.post(SpaceEvent.opening(spaceID: id, isGoal: true))
                } else {
                    queue.post(ChatEvent.opened(chatID: id))
                }
            },
            cancel: { [queue = parts.queue] in queue.post(NavigationEvent.back) })
    }
}
