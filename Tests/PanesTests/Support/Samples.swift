import ViewModels

/// Sample chats and messages for the tests.
@MainActor
enum Samples {
    static let rows: [ChatRowViewModel] = [
        row("day", .day("Saturday 21 November")),
        message("m1", "09:12", "Guide", "Welcome to Confab. I live on this machine; nothing leaves it."),
        message("m2", "09:14", "Guide", "Try it: type a line and press Enter."),
        row("new", .newLine),
        message("m3", "09:15", "ana", "hello", isOwn: true, status: "read"),
        message("m4", "09:16", "ana", "are you there?", isOwn: true, status: "sending…"),
    ]

    static func items(tapped: @escaping @MainActor (String) -> Void) -> [ChatListItemViewModel] {
        [
            item("Guide", "Try it: type a line and press Enter.", "09:14", unread: "2", tapped: tapped),
            item(
                "Release team", "Bo: @ana can you look?", "09:10", unread: "1", isMention: true, isOpen: true,
                tapped: tapped),
            item("Bo", "You: see you tomorrow", "Yesterday", hasDraft: true, tapped: tapped),
            item("Kim invites you", "wants to chat", "Tuesday", isInvitation: true, tapped: tapped),
        ]
    }

    static func item(
        _ contact: DisplayText, _ message: DisplayText, _ date: DisplayText, unread: DisplayText = "",
        isMention: Bool = false, isInvitation: Bool = false, hasDraft: Bool = false, isOpen: Bool = false,
        tapped: @escaping @MainActor (String) -> Void = { _ in }
    ) -> ChatListItemViewModel {
        var item = ChatListItemViewModel(id: .chat(contact.string), contact: contact) { tapped(contact.string) }
        item.message = message
        item.lastMessageDate = date
        item.unreadMessageCount = unread
        item.isMention = isMention
        item.isInvitation = isInvitation
        item.hasDraft = hasDraft
        item.isOpen = isOpen
        return item
    }

    static func row(_ id: String, _ content: ChatRowViewModel.Content, revision: Int = 1) -> ChatRowViewModel {
        ChatRowViewModel(id: ChatRowID(id), revision: revision, content: content)
    }

    static func message(
        _ id: String, _ time: DisplayText, _ sender: DisplayText, _ text: DisplayText, isOwn: Bool = false,
        isMention: Bool = false, kind: MessageViewModel.Kind = .text, status: DisplayText = "",
        tone: MessageViewModel.StatusTone = .done, revision: Int = 1, mark: MessageViewModel.Mark = .none,
        mustShowWholeSender: Bool = false
    ) -> ChatRowViewModel {
        let message = MessageViewModel(
            time: time, sender: sender, senderHue: sender.string.count, isOwn: isOwn, isMention: isMention, kind: kind,
            text: RichText(text), status: status, statusTone: tone, mustShowWholeSender: mustShowWholeSender,
            mark: mark)
        return row(id, .message(message), revision: revision)
    }

    /// Returns messages of one line each, as in `line 7`.
    static func lines(_ range: Range<Int>, sender: DisplayText = "Bo") -> [ChatRowViewModel] {
        range.map { message("l\($0)", "10:00", sender, DisplayText(sanitizing: "line \($0)")) }
    }

    /// Returns the name that a row was created with.
    static func name(of id: ChatRowID, in rows: [ChatRowViewModel]) -> String {
        let names = ["day", "m1", "m2", "new", "m3", "m4"] + (-500..<500).map { "l\($0)" }
        return names.first { ChatRowID($0) == id } ?? "?"
    }
}
