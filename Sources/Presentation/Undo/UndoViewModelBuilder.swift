import Conversations
import Engine
import Messenger
import ViewModels

/// Builds the notice of the last action, with the key that undoes it.
struct UndoViewModelBuilder: Equatable {
    let notice: UndoNotice?
    /// The name of the chat in the notice.
    let chatName: String?
    let count: Int
    /// The action that would be undone now.
    let last: ReversibleChange?

    func build(takeBack: @escaping @MainActor () -> Void) -> UndoViewModel {
        UndoViewModel(
            text: text, count: count,
            takeBack: last == nil ? .unavailable(.words("undo.nothing")) : .available(takeBack))
    }

    private var text: DisplayText {
        switch notice {
        case .did(let change): .words("undo.did", ["what": done(change), "way": way(change)])
        case .tookBack(let change): .words("undo.took-back", ["what": done(change)])
        case nil: .empty
        }
    }

    private var name: String { chatName ?? "" }

    private func done(_ change: ReversibleChange) -> String {
        switch change {
        case .set(.tags(let tags), .tags(let before), _): done(tags, before: before)
        case .set(.notifications(.off), _, _): .words("undo.muted", ["chat": name])
        case .set(.notifications(.mentions), _, _): .words("undo.mentions-only", ["chat": name])
        case .set(.notifications(.all), _, _): .words("undo.all-again", ["chat": name])
        case .set(.markedUnread(true), _, _): .words("undo.marked-unread", ["chat": name])
        case .set(.markedUnread(false), _, _), .markedRead: .words("undo.marked-read", ["chat": name])
        case .set(.tags, _, _), .set(.name, _, _): .words("undo.changed", ["chat": name])
        case .ignored(let userID, true): .words("undo.ignored", ["person": userID])
        case .ignored(_, false): .words("undo.ended-ignoring")
        case .withdrew: .words("undo.withdrew")
        case .leftEdit: .words("undo.left-edit")
        }
    }

    private func done(_ tags: ChatTags, before: ChatTags) -> String {
        if tags.isArchived { return .words("undo.archived", ["chat": name]) }
        if tags.isPinned { return .words("undo.pinned", ["chat": name]) }
        return before.isArchived
            ? .words("undo.out-of-archive", ["chat": name]) : .words("undo.unpinned", ["chat": name])
    }

    private func way(_ change: ReversibleChange) -> String {
        switch change {
        case .set(.tags(let tags), _, _) where tags.isArchived: .words("undo.brings-it-back")
        case .withdrew, .leftEdit: .words("undo.brings-words-back")
        case .set, .markedRead, .ignored: .words("undo.takes-it-back")
        }
    }
}

extension UndoViewModelBuilder {
    /// - Returns: `nil` before the first notice.
    @MainActor
    init?(_ screen: ScreenParts) {
        let undo = screen.state.undo
        guard let notice = undo.notice else { return nil }
        self.init(
            notice: notice, chatName: Self.chatName(in: notice, screen.state.chatList), count: undo.count,
            last: undo.last)
    }

    private static func chatName(in notice: UndoNotice, _ list: ChatListModel) -> String? {
        switch notice {
        case .did(let change), .tookBack(let change): change.chatID.flatMap { list.chat($0) }.map(Naming.chat)
        }
    }
}
