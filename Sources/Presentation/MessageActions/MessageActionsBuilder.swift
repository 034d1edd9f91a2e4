import Conversations
import Engine
import MatrixAPI
import Messenger
import ViewModels

/// Builds the available actions for a message of the open chat.
struct MessageActionsBuilder: Sendable {
    let content: OpenChatContent
    let chat: Chat
    let queue: EventQueue
    private let messages: MessageViewModelBuilder

    /// - Returns: `nil` if no chat is open.
    init?(content: OpenChatContent, queue: EventQueue) {
        guard let chat = content.chat else { return nil }
        self.content = content
        self.chat = chat
        self.queue = queue
        messages = MessageViewModelBuilder(
            shared: SharedRowValues(
                names: content.names, time: content.time, ownUserID: content.ownUserID, power: content.power),
            isOnline: content.isOnline, changes: AskedChanges(content.outbox.lines), opened: content.timeline.opened)
    }

    /// - Returns: `nil` if the row is not a message, or is gone.
    func build(_ row: ChatRowID) -> MessageActions? {
        if let line = content.outbox.lines.last(where: { ChatRowID.of($0) == row }),
            !content.window.messages.contains(where: { $0.message.transactionID == line.id })
        {
            return actions(for: line)
        }
        guard let placed = content.window.messages.last(where: { ChatRowID.of($0.message) == row }) else {
            return nil
        }
        return actions(for: placed.message, at: placed.position)
    }

    private func actions(for message: Message, at position: Int64) -> MessageActions {
        let target = OutboxLine.Target.event(message.eventID)
        let asked = messages.changes.of(message)
        let model = messages.build(message, status: .empty)
        var actions = shown(model)
        if let map = MediaDetail(message)?.place.flatMap(MessageLink.init) { actions.links.insert(map, at: 0) }
        add(fileOf: message, to: &actions)
        if let doubt = content.doubts?.doubt(of: message, at: position) {
            actions.remark = doubt.text(
                sender: content.names.name(of: message.sender), isOwn: message.sender == content.ownUserID)
        }
        actions.reply = sending(unless: wordless(message) ?? gone(message, asked) ?? mute) {
            .replying(to: target)
        }
        actions.edit = sending(unless: gone(message, asked) ?? notOwn(message) ?? mute) { .editing(target) }
        actions.delete = sending(unless: gone(message, asked) ?? own.denialReason(toDeleteMessageOf: message.sender)) {
            .deleting(target, reason: $0, chatID: chat.id)
        }
        // The reason for a deletion is not encrypted.
        actions.shouldAskWhyItIsDeleted = !chat.isEncrypted
        actions.react = sending(
            unless: gone(message, asked) ?? own.denialReason(toSend: "m.reaction", .words("message-actions.react-here"))
        ) {
            .reacting(to: target, key: $0, chatID: chat.id)
        }
        actions.signs = { [self, react = actions.react] in signs(message.reactions, asked.reactions, react) }
        if let reason = wordless(message) ?? gone(message, asked) ?? strange(message) {
            actions.forward = .unavailable(reason)
        } else {
            actions.forward = .available { [queue, chat] in
                queue.post(MessageActionEvent.forwarding(target, chatID: chat.id, toChatID: $0))
            }
        }
        actions.goToQuoted = goingToQuoted(message.replyTo)
        actions.hasThread = message.thread != nil || message.threadID != nil
        actions.openThread = openingThread(of: message, asked)
        if model.text.hasSpoiler {
            actions.showsHidden = content.timeline.opened.contains(message.eventID)
            actions.turnSpoilers = posting { .turningSpoilers(of: message.eventID) }
        }
        actions.showStory = .available { [queue, chat] in queue.post(MessageInfoEvent.asked(target, chatID: chat.id)) }
        add(pollOf: message, asked, to: &actions)
        add(unsent: asked.unsent, to: &actions)
        if message.sender != content.ownUserID {
            let name = content.names.displayName(of: message.sender)
            let sender = ChatPerson(userID: message.sender, displayName: name)
            actions.keepSender = .available { [queue] in queue.post(EditContactEvent.adding(sender)) }
        }
        return actions
    }

    private func actions(for line: OutboxLine) -> MessageActions {
        let target = OutboxLine.Target.line(line.id)
        let unsent: DisplayText? = line.isUnsent ? .words("message-actions.is-not-sent-yet") : nil
        var actions = shown(messages.build(line, quoted: nil, isLastSent: false))
        actions.reply = .unavailable(unsent ?? .words("message-actions.server-not-shown-it-yet"))
        actions.edit = sending(unless: untyped(line.kind)) { .editing(target) }
        actions.delete = sending(unless: line.isUnsent ? .words("message-actions.withdraw-it") : nil) {
            .deleting(target, reason: $0, chatID: chat.id)
        }
        actions.shouldAskWhyItIsDeleted = !chat.isEncrypted
        actions.react = sending(unless: unsent) { .reacting(to: target, key: $0, chatID: chat.id) }
        let asked = messages.changes[target].reactions
        actions.signs = { [self, react = actions.react] in signs([], asked, react) }
        actions.goToQuoted = goingToQuoted(line.replyTo)
        actions.showStory = .available { [queue, chat] in queue.post(MessageInfoEvent.asked(target, chatID: chat.id)) }
        add(unsent: line.isUnsent ? line : messages.changes[target].unsent, to: &actions)
        return actions
    }

    private func signs(
        _ given: [MessageReaction], _ asked: [OutboxLine], _ react: Action<String>
    ) -> [FuzzyListRowViewModel] {
        let own = content.ownUserID
        let coming = asked.compactMap { line -> String? in
            guard case .reaction(_, let key) = line.purpose, !line.isRefused else { return nil }
            return key
        }
        let leaving = given.filter { reaction in
            reaction.eventID(of: own).map { messages.changes[.event($0)].removal != nil } ?? false
        }
        return ReactionRowsBuilder(
            given: given, coming: Set(coming), leaving: Set(leaving.map(\.key)), recent: content.recentReactions,
            ownUserID: own
        ).build(react)
    }

    private func goingToQuoted(_ eventID: String?) -> Action<Void> {
        guard let eventID else { return .unavailable(.words("message-actions.answers-no-other-message")) }
        return .available { [queue, chat] in
            queue.post(JumpEvent.departed())
            queue.post(JumpEvent.goingTo(eventID: eventID, chatID: chat.id))
            queue.post(JumpEvent.arrived)
        }
    }

    private func openingThread(of message: Message, _ asked: AskedChanges.Changes) -> Action<Void> {
        let threadID = message.threadID ?? message.eventID
        if content.threadID == threadID { return .unavailable(.words("chat.you-are-in-its-thread")) }
        if message.thread == nil, message.threadID == nil {
            let isNothingSaid: DisplayText? =
                message.kind.countsAsUnread ? nil : .words("chat.not-with-this-message")
            if let reason = isNothingSaid ?? gone(message, asked) ?? closed ?? mute { return .unavailable(reason) }
        }
        return .available { [queue, chat] in
            queue.post(JumpEvent.departed())
            queue.post(ThreadEvent.opened(threadID: threadID, chatID: chat.id))
            queue.post(JumpEvent.arrived)
        }
    }

    /// Returns the actions that depend on the displayed text only.
    private func shown(_ message: MessageViewModel) -> MessageActions {
        var actions = MessageActions()
        actions.copyText = DisplayText(sanitizingLines: message.wholeText)
        actions.links = message.text.links.map { link in
            let rest = link.address.string.drop { $0 != ":" }.drop { $0 == ":" || $0 == "/" }
            let host = rest.prefix { !"/?#".contains($0) }
            let room = MatrixAddress(link.address.string, server: server)?.room
            return MessageLink(
                host: DisplayText(sanitizing: String(host)), address: link.address,
                chat: DisplayText(sanitizing: room?.name ?? ""))
        }
        let mentions = ChatMentions(in: message.text.string, server: server).links
        actions.links += mentions.filter { mention in !actions.links.contains { $0.chat == mention.chat } }
        actions.followLink = .available { [queue, chat, server] address in
            guard let room = MatrixAddress(address, server: server)?.room else { return }
            queue.post(JoinEvent.asked(room, from: .chat(chat.id)))
        }
        return actions
    }

    private func add(unsent: OutboxLine?, to actions: inout MessageActions) {
        guard let unsent else {
            actions.resend = .unavailable(.words("message-actions.nothing-waits-to-be-sent"))
            actions.withdraw = .unavailable(.words("message-actions.nothing-waits-to-be-sent"))
            return
        }
        if case .failed(.identityChanged) = unsent.state, !content.trust.changed.isEmpty {
            let (people, names) = (content.trust.changed, content.names)
            actions.resendQuestion = people.question(names)
            actions.resend = .available { [queue] in queue.post(TrustEvent.accepting(people)) }
            actions.withdraw = posting { .withdrawing(lineID: unsent.id, chatID: unsent.chatID) }
            return
        }
        if unsent.state == .failed(reason: .encryptionMissing) {
            actions.resendQuestion = .words("message-actions.send-without-state-question")
            actions.resend = .available { [queue] in
                queue.post(OutboxRequestEvent.sendingWithoutState(chatID: unsent.chatID))
            }
            actions.withdraw = posting { .withdrawing(lineID: unsent.id, chatID: unsent.chatID) }
            return
        }
        if case .failed(let reason) = unsent.state, let page = reason.page.map(MessageLink.init) {
            actions.links.insert(page, at: 0)
        }
        actions.resend =
            unsent.isRefused
            ? posting { .resending(lineID: unsent.id, chatID: unsent.chatID) }
            : .unavailable(.words("message-actions.goes-out-by-itself"))
        actions.withdraw =
            unsent.isHere
            ? posting { .withdrawing(lineID: unsent.id, chatID: unsent.chatID) }
            : .unavailable(.words("message-actions.may-be-at-server-already"))
    }

    func gone(_ message: Message, _ asked: AskedChanges.Changes) -> DisplayText? {
        if message.isRemoved { return .words("message-actions.it-was-deleted") }
        return asked.removal == nil ? nil : .words("message-actions.it-is-being-removed")
    }

    private func wordless(_ message: Message) -> DisplayText? {
        message.kind.isReadable ? nil : .words("message-actions.cant-be-read-here")
    }

    private func strange(_ message: Message) -> DisplayText? {
        if message.kind == .poll { return .words("poll.stays-where-it-was-asked") }
        let event = try? JSONValue(parsing: message.source)
        return event.flatMap(ForwardedContent.init(event:)) == nil
            ? .words("message-actions.unknown-kind") : nil
    }

    private func notOwn(_ message: Message) -> DisplayText? {
        if message.sender != content.ownUserID { return .words("message-actions.only-who-wrote-can-edit") }
        return untyped(message.kind)
    }

    private func untyped(_ kind: Message.Kind) -> DisplayText? {
        kind.isTyped ? nil : .words("message-actions.has-no-text-to-edit")
    }

    /// Returns an action that sends something to the chat.
    private func sending<Input>(
        unless reason: DisplayText?, _ event: @escaping @Sendable (Input) -> MessageActionEvent
    ) -> Action<Input> {
        if let reason = reason ?? closed { return .unavailable(reason) }
        return .available { [queue] in queue.post(event($0)) }
    }

    private func sending(unless reason: DisplayText?, _ event: @escaping @Sendable () -> MessageActionEvent) -> Action<
        Void
    > {
        sending(unless: reason) { (_: Void) in event() }
    }

    private func posting(_ event: @escaping @Sendable () -> MessageActionEvent) -> Action<Void> {
        .available { [queue] in queue.post(event()) }
    }

    private var server: String { UserID(content.ownUserID)?.server ?? "" }

    var own: OwnPower { OwnPower(power: content.power, userID: content.ownUserID) }

    /// The reason why the user can't write messages.
    private var mute: DisplayText? { own.denialReason(toSend: "m.room.message", .words("message-actions.write-here")) }

    /// The reason why nothing can be sent to the chat.
    var closed: DisplayText? {
        chat.membership == .joined ? nil : chat.outside
    }
}

/// The chats that a text mentions without a web link, such as `#garden:example.org` or a `matrix:` URI.
struct ChatMentions {
    /// The mentioned chats in the order of the text, without duplicates.
    let links: [MessageLink]

    private static let most = 20
    private static let beginnings = ["#", "!", "matrix:"]

    /// - Parameter server: the account's server.
    init(in text: String, server: String) {
        var links: [MessageLink] = []
        for word in text.split(whereSeparator: \.isWhitespace) where links.count < ChatMentions.most {
            let name = ChatMentions.bare(word)
            // A word with a sigil may be anything. With a server name it is an address.
            guard name.contains(":"), ChatMentions.beginnings.contains(where: name.hasPrefix),
                let room = MatrixAddress(name, server: server)?.room
            else { continue }
            let link = MessageLink(
                host: .empty, address: DisplayText(sanitizing: name), chat: DisplayText(sanitizing: room.name))
            if !links.contains(link) { links.append(link) }
        }
        self.links = links
    }

    /// Removes surrounding punctuation from a word.
    private static func bare(_ word: Substring) -> String {
        var word = word.drop { "(<\"“".contains($0) }
        while let last = word.last, ")>\"”.,;:!?".contains(last) { word.removeLast() }
        return String(word)
    }
}

extension MessageLink {
    /// Makes a link to a web page.
    init(_ page: WebAddress) {
        self.init(host: DisplayText(sanitizing: page.host), address: DisplayText(sanitizing: page.text))
    }

    /// Makes a link to the map of a location.
    init?(_ place: GeoAddress) {
        let (latitude, longitude) = (place.latitude, place.longitude)
        let page = "https://www.openstreetmap.org/"
        guard
            let address = WebAddress(
                "\(page)?mlat=\(latitude)&mlon=\(longitude)#map=16/\(latitude)/\(longitude)")
        else { return nil }
        self.init(host: "www.openstreetmap.org", address: DisplayText(sanitizing: address.text))
    }
}

extension [ChangedIdentity] {
    /// The warning that names the people whose identity changed.
    func warning(_ names: MemberNames) -> DisplayText {
        .words(
            contains(where: \.wasVerified) ? "trust.verified-changed" : "trust.changed", ["people": list(names)])
    }

    /// The question whether to accept their new identities.
    func question(_ names: MemberNames) -> DisplayText {
        .words("trust.take-question", ["people": list(names)])
    }

    private func list(_ names: MemberNames) -> String { Naming.list(map { names.name(of: $0.userID) }) }
}
