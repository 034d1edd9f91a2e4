import Conversations
import Engine
import MatrixAPI

/// Replies and edits.
extension ComposerEventRouter {
    /// Finds the people that a text mentions, except the account itself. Until an opened chat is loaded, the
    /// members are read from disk.
    func names(in body: String, chatID: String) -> @Sendable () async throws -> NamedText {
        let (timeline, ownUserID) = (state.timeline, state.account.userID)
        let power = state.chatList.chat(chatID).flatMap(state.power.power)
        let mayCallRoom = power?.mayNotifyRoom(ownUserID) ?? false
        let find: @Sendable ([ChatMember]) -> NamedText = { members in
            NamedText(body, members: members, ownUserID: ownUserID, mayCallRoom: mayCallRoom)
        }
        guard timeline.isFindingEnd || timeline.members.isEmpty else {
            let members = Array(timeline.members.values)
            return { find(members) }
        }
        return { [effects] in find(try await effects.outboxArchive.members(chatID: chatID)) }
    }

    /// Parses a text for its chat.
    func line(_ text: String, chatID: String, isConfirmed: Bool) -> ComposedLine {
        ComposedLine(text: text, isConfirmed: isConfirmed, isEncrypted: isEncrypted(chatID))
    }

    func maximumBytes(chatID: String) -> Int { ComposedLine.maximumBytes(isEncrypted: isEncrypted(chatID)) }

    private func isEncrypted(_ chatID: String) -> Bool { state.chatList.chat(chatID)?.isEncrypted ?? false }

    /// - Returns: whether the line was a reply or an edit and has been handled.
    func finishPurpose(_ text: String, of place: ComposerTarget, isConfirmed: Bool) -> Bool {
        let chatID = place.chatID
        let typed = TypedLine(text, chatID: chatID, threadID: place.threadID, purpose: state.composer.purpose)
        let line = self.line(text, chatID: chatID, isConfirmed: state.composer.confirmedText == text)
        switch (state.composer.purpose, line) {
        case (.reply(let message), .message(let body, let isEmote)):
            let (named, now) = (names(in: body, chatID: chatID), self.now)
            let answered = message.sender == state.account.userID ? [] : [message.sender]
            effects.outboxArchive.accept(typed: typed) { [effects] in
                let text = try await named()
                let whole = try await effects.outboxArchive.story(of: message.eventID, chatID: chatID)?.message
                return OutboxLine.reply(
                    to: message.eventID, threadID: typed.threadID ?? whole?.threadID, body: text, isEmote: isEmote,
                    mentions: text.userIDs + answered,
                    chatID: chatID, now: now)
            }
            state.composer.endPurpose()
            state.composer.replace("")
            state.drafts.set("", at: place.draftPlace)
        case (.edit(let target, let old, _), .message(let body, let isEmote)):
            // An edit contains its text twice: once for clients without support for edits.
            let size = MessageContent.edit(of: target.eventID, body: NamedText(body), isEmote: isEmote).serialized.count
            let limit = ComposedLine.maximumBytes(isEncrypted: isEncrypted(chatID))
            guard size <= limit || outboxLine(target)?.isHere == true else {
                state.composer.showNotice(.tooLongForEdit(by: size - limit))
                return true
            }
            if body != old { edit(target, from: old, to: body, isEmote: isEmote, typed) }
            state.composer.endPurpose()
        case (.edit(let target, _, _), .nothing):
            guard isConfirmed else {
                state.composer.ask(.deleteMessage, about: text, notice: .emptied)
                return true
            }
            delete(target, of: place)
            state.composer.endPurpose()
        case (.newLine, _), (.reply, _), (.edit, _):
            return false
        }
        effects.typing.stopped(chatID: chatID)
        return true
    }

    /// Applies an edit. A line that was never sent is rewritten in place.
    private func edit(
        _ target: OutboxLine.Target, from old: String, to body: String, isEmote: Bool, _ typed: TypedLine
    ) {
        // Mentions without a name in the text are kept, such as a reply's mention of the person it replies to.
        let (chatID, now) = (typed.chatID, self.now)
        let (named, namedBefore) = (names(in: body, chatID: chatID), names(in: old, chatID: chatID))
        let former = formerMentions(of: target, chatID: chatID)
        let mentions: @Sendable () async throws -> [String] = {
            try await named().userIDs + former().userIDs.subtracting(namedBefore().userIDs)
        }
        let edit: @Sendable () async throws -> OutboxLine = {
            OutboxLine.edit(
                of: target, body: try await named(), isEmote: isEmote, mentions: try await mentions(),
                former: try await former(), chatID: chatID, now: now)
        }
        guard let line = outboxLine(target), line.isHere else { return effects.outboxArchive.edit(typed: typed, edit) }
        let relation = (try? JSONValue(parsing: line.content))?["m.relates_to"]
        let limit = ComposedLine.maximumBytes(isEncrypted: isEncrypted(chatID))
        effects.outboxArchive.rewrite(lineID: line.id, body: body, typed: typed, limit: limit, or: edit) {
            var content = MessageContent.text(try await named(), isEmote: isEmote, mentions: try await mentions())
            content["m.relates_to"] = relation
            return content
        }
    }

    /// The mentions of a message in its newest known version.
    private func formerMentions(
        of target: OutboxLine.Target, chatID: String
    ) -> @Sendable () async throws -> MessageMentions {
        if let known = formerMentions(of: target) { return { known } }
        return { [effects] in
            try await effects.outboxArchive.story(of: target.eventID, chatID: chatID)?.message.mentions ?? .nobody
        }
    }

    /// The mentions if they are in memory; `nil` if they have to be read from disk.
    private func formerMentions(of target: OutboxLine.Target) -> MessageMentions? {
        let lines = state.outbox.lines
        if let edit = lines.last(where: { $0.purpose == .edit(of: target) }) {
            return mentions(in: (try? JSONValue(parsing: edit.content))?["m.new_content"])
        }
        switch target {
        case .event:
            return state.timeline.message(target).map { $0.message.mentions ?? .nobody }
        case .line(let id):
            return mentions(in: lines.first { $0.id == id }.flatMap { try? JSONValue(parsing: $0.content) })
        }
    }

    private func mentions(in content: JSONValue?) -> MessageMentions {
        content.flatMap(MessageDecoder.mentions) ?? .nobody
    }

    private func delete(_ target: OutboxLine.Target, of place: ComposerTarget) {
        if let line = outboxLine(target), line.isHere {
            effects.outboxArchive.withdraw(lineID: line.id, askedAt: place.draftPlace)
        } else {
            effects.outboxArchive.add(.redaction(of: target, reason: "", chatID: place.chatID, now: now))
        }
    }

    private func outboxLine(_ target: OutboxLine.Target) -> OutboxLine? {
        guard case .line(let id) = target else { return nil }
        return state.outbox.lines.first { $0.id == id }
    }

    private var now: Int64 { environment.now() }
}
