import ViewModels

/// Announces new messages outside of the open chat, and lists the chats.
@MainActor
final class LinearChatList {
    /// The last announcement about a chat.
    private struct Announcement: Equatable {
        let unread: DisplayText
        let message: DisplayText
        let isInvitation: Bool
    }

    /// The number of rows watched. The list is sorted by newest message, so that later rows have nothing new.
    private static let watched = 50
    private static let longestText = 200

    private let voice: Announcer
    private let choices: LinearChoices
    private let question: LinearQuestion
    private var model: ChatListViewModel?
    private var isNew = false
    private var told: [ChatListItemID: Announcement] = [:]
    private var hasBegun = false
    private var hasToldBeginning = false
    private var errorText = DisplayText.empty
    /// Called before a chat is opened.
    var opens: () -> Void = {}

    init(
        _ list: Event<ChatListViewModel>, voice: Announcer, choices: LinearChoices, question: LinearQuestion
    ) {
        self.voice = voice
        self.choices = choices
        self.question = question
        list.subscribe(self) { reader, model in (reader.model, reader.isNew) = (model, true) }
    }

    /// Parses a line as a command that needs no open chat; `nil` if it is none.
    func command(_ line: String) -> ListCommandViewModel? { line.first == "/" ? model?.command(line) : nil }

    func present() {
        guard isNew, let model else { return }
        isNew = false
        apply(model)
    }

    private func apply(_ model: ChatListViewModel) {
        if model.shouldShowBusy { return }
        if model.shouldShowError, model.errorText != errorText { voice.announce(model.errorText.sentence) }
        errorText = model.shouldShowError ? model.errorText : .empty
        let items = items(model).prefix(Self.watched)
        if items.isEmpty, !hasToldBeginning {
            hasToldBeginning = true
            voice.announce(model.beginning.isEmpty ? [model.emptyText.sentence] : model.beginning)
        }
        for item in items.reversed() {
            let now = Announcement(
                unread: item.unreadMessageCount, message: item.message, isInvitation: item.isInvitation)
            let before = told.updateValue(now, forKey: item.id)
            if hasBegun, now != before { announce(item, before) }
        }
        if !hasBegun, !items.isEmpty { announceWaiting(Array(items)) }
        hasBegun = true
    }

    private func announce(_ item: ChatListItemViewModel, _ before: Announcement?) {
        if item.isOpen || item.isMuted || item.isForMentions && !item.isMention { return }
        let name = SpokenMessage.plain(item.contact).string
        if item.isInvitation {
            guard before?.isInvitation != true else { return }
            return voice.announce(.words("linear.invitation-came", ["chat": name, "text": item.message.string]))
        }
        guard let count = Int(item.unreadMessageCount.string), before?.unread != item.unreadMessageCount else { return }
        let isOld = item.hasDraft || item.hasFailed || item.message.isEmpty
        voice.announce(
            isOld
                ? .words("linear.unread-in", ["chat": name], count: count)
                : .words(
                    "linear.said-in", ["chat": name, "text": item.message.shortened(to: Self.longestText).string],
                    count: count))
    }

    private func announceWaiting(_ items: [ChatListItemViewModel]) {
        let waiting = items.filter { $0.isInvitation || !$0.unreadMessageCount.isEmpty }.count
        if waiting > 0 { voice.announce(.words("linear.waiting-chats", count: waiting)) }
    }

    private func items(_ model: ChatListViewModel) -> [ChatListItemViewModel] {
        model.rows.shownChats.map { model.item(.chat($0)) }
    }

    /// Reads the chat list with numbers.
    func sayChats() {
        guard let model else { return }
        let items = items(model)
        guard !items.isEmpty else { return voice.announce(model.emptyText.sentence) }
        voice.announce(.words("linear.chats", count: items.count))
        choices.announce(items.map(row))
    }

    /// Opens the chat with this name, or lists those whose names start with it.
    func open(_ name: String) {
        guard let model else { return }
        let items = items(model)
        let asked = name.lowercased()
        func called(_ matches: (String) -> Bool) -> [ChatListItemViewModel] {
            items.filter { matches($0.contact.string.lowercased()) }
        }
        let found = [called { $0 == asked }, called { $0.hasPrefix(asked) }, called { $0.contains(asked) }]
            .first { !$0.isEmpty }
        guard let found else { return voice.announce(.words("linear.no-such-chat", ["name": name])) }
        guard found.count == 1 else {
            voice.announce(.words("linear.several-chats", ["name": name], count: found.count))
            return choices.announce(found.map(row))
        }
        open(found[0])
    }

    /// The only invitation; `nil` if there is none or more than one.
    var onlyInvitation: ChatListItemViewModel? {
        let all = model.map(items)?.filter(\.isInvitation) ?? []
        return all.count == 1 ? all[0] : nil
    }

    func open(_ item: ChatListItemViewModel) {
        question.ask(item.actions.openQuestion, before: opening(item))
    }

    private func opening(_ item: ChatListItemViewModel) -> Action<Void> {
        .available { [weak self] in
            self?.opens()
            item.itemTapped()
        }
    }

    private func row(_ item: ChatListItemViewModel) -> LinearChoices.Row {
        var parts = [SpokenMessage.plain(item.contact)]
        if item.isOpen { parts.append(.words("linear.is-open")) }
        if item.isInvitation { parts.append(.words("linear.is-invitation")) }
        if item.isPinned { parts.append(.words("linear.is-pinned")) }
        if item.isMuted { parts.append(.words("linear.is-muted")) }
        if let count = Int(item.unreadMessageCount.string) {
            parts.append(.words("linear.unread", count: count))
        } else if !item.unreadMessageCount.isEmpty {
            parts.append(.words("linear.is-unread"))
        }
        let start = parts.joined(separator: ", ")
        let message = item.message.shortened(to: Self.longestText)
        let title: DisplayText =
            message.isEmpty
            ? start
            : .words(
                "linear.chat-row",
                ["chat": start.string, "text": message.string, "time": item.lastMessageDate.string])
        return LinearChoices.Row(title: title, question: item.actions.openQuestion, choose: opening(item))
    }
}
