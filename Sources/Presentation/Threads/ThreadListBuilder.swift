import Conversations
import Engine
import Messenger
import ViewModels

/// Builds the list of a chat's threads, searchable by the root message and its sender.
struct ThreadListBuilder: Equatable {
    let number: Int
    let chatID: String
    let chatName: String
    /// `nil` until they are read from disk.
    let threads: [ChatThread]?
    let openThreadID: String?
    let names: MemberNames
    let drafts: [String: String]
    let ignoredUserIDs: Set<String>
    let time: TimeText
    let queue: EventQueue

    func build() -> FuzzyListViewModel {
        FuzzyListViewModel(
            number: number, title: .words("threads.title", ["name": chatName]),
            placeholder: .words("threads.placeholder"), rows: (threads ?? []).map(row),
            emptyText: threads == nil ? .empty : .words("threads.none-yet"),
            busyText: threads == nil ? .words("threads.are-looked-for") : .empty,
            cancel: { [queue] in queue.post(NavigationEvent.back) })
    }

    private func row(_ thread: ChatThread) -> FuzzyListRowViewModel {
        let (summary, threadID) = (thread.summary, thread.threadID)
        let hasDraft = drafts[Draft.place(chatID: chatID, threadID: threadID)] != nil
        var marks: [DisplayText] = []
        if threadID == openThreadID { marks.append(.words("go-to.open")) }
        if hasDraft { marks.append(.words("threads.has-draft")) }
        marks.append(.words("threads.replies", count: summary.count))
        if summary.newCount > 0 { marks.append(.words("timeline.new-in-thread", count: summary.newCount)) }
        marks.append(DisplayText(sanitizing: time.short(summary.newestAt)))
        return FuzzyListRowViewModel(
            id: FuzzyListRowID(threadID), title: title(of: thread.root), trailing: marks.joined(separator: ", "),
            isEmphasized: summary.newCount > 0,
            keywords: [summary.newestSender] + (thread.root.map { [$0.sender] } ?? []),
            choose: .available { [queue, chatID] in
                queue.post(JumpEvent.departed())
                queue.post(ThreadEvent.opened(threadID: threadID, chatID: chatID))
                queue.post(JumpEvent.arrived)
            })
    }

    private func title(of root: Message?) -> DisplayText {
        guard let root else { return .words("threads.beginning-is-not-here") }
        if ignoredUserIDs.contains(root.sender) { return .words("chat-list.from-somebody-you-ignore") }
        let text: String =
            root.isRemoved
            ? .words("timeline.deleted") : root.kind == .encrypted ? .words("chat.encrypted-message") : root.line
        return .quote(by: DisplayText(sanitizing: names.name(of: root.sender)), DisplayText(sanitizing: text))
    }
}

extension ThreadListBuilder {
    @MainActor
    init(_ screen: ScreenParts) {
        let state = screen.state
        let chatID = state.threads.listedChatID ?? ""
        self.init(
            number: state.navigation.pickerCount, chatID: chatID,
            chatName: state.chatList.chat(chatID).map(Naming.chat) ?? "", threads: state.threads.listed,
            openThreadID: state.timeline.chatID == chatID ? state.timeline.threadID : nil,
            names: state.timeline.names, drafts: state.drafts.texts,
            ignoredUserIDs: state.ignoredPeople.userIDs, time: screen.time, queue: screen.queue)
    }
}
