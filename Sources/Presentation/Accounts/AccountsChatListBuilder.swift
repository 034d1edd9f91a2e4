import ViewModels

/// Makes one list of the chats of all accounts of a window.
struct AccountsChatListBuilder {
    struct Part {
        let prefix: String
        let mark: DisplayText
        let list: ChatListViewModel
        /// Whether its open chat has something unread while another account is in front.
        var isOpenChatWaiting = false
        /// Brings the account to the front before one of its chats is opened.
        var bring: @MainActor () -> Void = {}
    }

    /// The part of the account in front; its rows keep their identifiers.
    let own: Part
    let others: [Part]

    @MainActor
    func build() -> ChatListViewModel {
        var model = own.list
        model.rows = rows
        model.item = { [self] in item($0) }
        model.spaceChoice = { [self] id, move in
            let (part, inner) = owner(of: id)
            return part.list.spaceChoice(inner, move)
        }
        model.filter = { [parts] text in for part in parts { part.list.filter(text) } }
        model.waitingElsewhere = others.reduce(own.list.waitingElsewhere) { count, part in
            count + part.list.waitingElsewhere + (part.isOpenChatWaiting ? 1 : 0)
        }
        if !model.rows.isEmpty { model.beginning = [] }
        if !model.shouldShowError, let failed = others.first(where: \.list.shouldShowError) {
            model.shouldShowError = true
            model.errorText = .words(
                "accounts.said-of", ["account": failed.mark.string, "text": failed.list.errorText.string])
            model.retry = failed.list.retry
            model.dismissError = failed.list.dismissError
        }
        return model
    }

    private var parts: [Part] { [own] + others }

    @MainActor private var rows: ChatListRows {
        let groups = groups
        let chats = groups == nil ? merged { part in part.list.rows.chats.map { .chat($0) } } : []
        return ChatListRows(
            chats: chats.map(\.text), groups: groups, archive: fold(\.archive), left: fold(\.left),
            ignoredPeople: fold(\.ignoredPeople))
    }

    /// The pinned chats of all accounts, then the spaces of each account in turn, then all other chats; `nil`
    /// without spaces.
    @MainActor private var groups: ChatListRows.Groups? {
        guard parts.contains(where: { $0.list.rows.groups != nil }) else { return nil }
        let pinned = merged { part in
            guard let groups = part.list.rows.groups else {
                return part.list.rows.chats.prefix { part.list.rank($0).isPinned }.map { .chat($0) }
            }
            return Array(groups.rows[..<groups.spaces.lowerBound])
        }
        let spaces = parts.flatMap { part in
            part.list.rows.groups.map { $0.rows[$0.spaces].map { $0.with(part.prefix + $0.text) } } ?? []
        }
        let rest = merged { part in
            guard let groups = part.list.rows.groups else {
                return part.list.rows.chats.drop { part.list.rank($0).isPinned }.map { .chat($0) }
            }
            return Array(groups.rows[groups.spaces.upperBound...])
        }
        return ChatListRows.Groups(
            rows: pinned + spaces + rest, spaces: pinned.count..<(pinned.count + spaces.count))
    }

    /// Merges the chats of all accounts. The chats of one account keep their order among themselves.
    @MainActor
    private func merged(_ chats: (Part) -> [ChatListItemID]) -> [ChatListItemID] {
        var rest = parts.map { part in
            chats(part).map { (id: $0.with(part.prefix + $0.text), rank: part.list.rank($0.text)) }[...]
        }
        var merged: [ChatListItemID] = []
        func isBefore(_ left: Int, _ right: Int) -> Bool {
            guard let first = rest[left].first, let second = rest[right].first else { return !rest[left].isEmpty }
            return first.rank < second.rank
        }
        while let next = rest.indices.min(by: isBefore), let first = rest[next].popFirst() { merged.append(first.id) }
        return merged
    }

    private func fold(_ path: KeyPath<ChatListRows, ChatListRows.Fold>) -> ChatListRows.Fold {
        let folds = parts.map { (prefix: $0.prefix, fold: $0.list.rows[keyPath: path]) }
        return ChatListRows.Fold(
            isOpen: folds.contains { $0.fold.isOpen && !$0.fold.values.isEmpty },
            values: folds.flatMap { prefix, fold in fold.values.map { prefix + $0 } })
    }

    @MainActor
    private func item(_ id: ChatListItemID) -> ChatListItemViewModel {
        switch id {
        case .archive: return foldItem(id, \.archive, .words("chat-list.archived"))
        case .leftChats: return foldItem(id, \.left, .words("chat-list.left"))
        case .ignoredPeople: return foldItem(id, \.ignoredPeople, .words("chat-list.ignored"))
        default: break
        }
        let (part, inner) = owner(of: id)
        var item = part.list.item(inner)
        item.account = part.mark
        if part.prefix.isEmpty { return item }
        item.id = id
        // The chat list is shown beside the front account's open chat, never beside one of another account.
        item.isOpen = false
        if !id.isPerson, !id.isSpace {
            item.itemTapped = { [bring = part.bring, tapped = item.itemTapped] in
                bring()
                tapped()
            }
        }
        if item.actions.showDetails.reason == nil {
            item.actions.showDetails = .available { [bring = part.bring, show = item.actions.showDetails] in
                bring()
                show()
            }
        }
        return item
    }

    /// The part that a row belongs to, and the identifier of the row in that part.
    private func owner(of id: ChatListItemID) -> (Part, ChatListItemID) {
        let part = others.first { id.text.hasPrefix($0.prefix) } ?? own
        return (part, id.with(String(id.text.dropFirst(part.prefix.count))))
    }

    @MainActor
    private func foldItem(
        _ id: ChatListItemID, _ path: KeyPath<ChatListRows, ChatListRows.Fold>, _ title: String
    ) -> ChatListItemViewModel {
        let merged = fold(path)
        let turned = parts.filter { part in
            let fold = part.list.rows[keyPath: path]
            return !fold.values.isEmpty && fold.isOpen == merged.isOpen
        }
        let contact = DisplayText(sanitizing: "\(title) (\(merged.values.count))")
        var item = ChatListItemViewModel(id: id, contact: contact) {
            for part in turned { part.list.item(id).itemTapped() }
        }
        item.kind = .fold(isOpen: merged.isOpen)
        return item
    }
}
