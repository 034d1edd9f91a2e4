extension Message {
    /// What an event of a timeline is: the one list of what Confab tells apart. Its properties say all that depends on it, and
    /// SQL asks for them by the names of the cases.
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        /// Words; also those of a type of message that Confab doesn't know.
        case text
        case emote, notice
        /// Files and what is like them: ``Message/body`` is the name or the caption alone.
        case picture, video, sound, file, place, sticker
        /// A question to be answered by choosing: ``Message/body`` is the question alone, ``Message/pollReplies`` what came of it.
        case poll
        /// Joined, left, was invited, changed the name: ``Message/detail`` says it, ``Message/body`` why, where somebody said that.
        case membership
        /// The chat has another name: ``Message/body``.
        case chatName
        /// The chat has another topic: ``Message/body``.
        case chatTopic
        /// Somebody has other power than before: ``Message/body`` is what ``PowerChange`` reads.
        case power
        /// Others may join than before: ``Message/body`` is the rule (client-server API, "m.room.join_rules").
        case joinRule
        /// Others may read what was said before: ``Message/body`` is who (client-server API, "m.room.history_visibility").
        case historyVisibility
        /// Other messages are pinned than before: ``Message/body`` is `+` where one was added, `-` where one was taken away.
        case pins
        /// The chat goes on elsewhere, and why: ``Message/body``.
        case chatEnd
        /// Somebody asks somebody in the chat to compare keys: ``Message/body`` is empty. It has a notice of its own, and is no line.
        case verification
        /// A message that can't be read here: encrypted.
        case encrypted
        /// An edit, a reaction or a redaction: it changes another event and is not shown itself.
        case relation
        /// A message that lacks what a message needs.
        case unreadable
        /// An event that breaks the rules for all events.
        case malformed
        /// An event that Confab doesn't know: of the type ``Message/eventType``, with the words ``Message/body``. It has neither
        /// where a person would not miss it.
        case unknown
    }
}

extension Message.Kind {
    /// Whether a search looks at its words.
    package var isFoundByWords: Bool { countsAsUnread && self != .encrypted }

    /// Whether it is something said: the list of chats shows it, and it counts as unread.
    package var countsAsUnread: Bool {
        switch self {
        case .text, .emote, .notice, .picture, .video, .sound, .file, .place, .sticker, .poll, .encrypted: true
        case .membership, .chatName, .chatTopic, .power, .joinRule, .historyVisibility, .pins, .chatEnd, .verification,
            .relation, .unreadable, .malformed, .unknown:
            false
        }
    }

    /// Whether a person said it rather than a program: it may call somebody, and tells that they were there.
    package var isSaidByPerson: Bool {
        switch self {
        case .text, .emote, .picture, .video, .sound, .file, .place, .poll: true
        case .notice, .sticker, .membership, .chatName, .chatTopic, .power, .joinRule, .historyVisibility, .pins,
            .chatEnd, .verification, .encrypted, .relation, .unreadable, .malformed, .unknown:
            false
        }
    }

    /// Whether all that it says was typed, so that it can be typed anew.
    package var isTyped: Bool {
        switch self {
        case .text, .emote: true
        case .notice, .picture, .video, .sound, .file, .place, .sticker, .poll, .membership, .chatName, .chatTopic,
            .power, .joinRule, .historyVisibility, .pins, .chatEnd, .verification, .encrypted, .relation, .unreadable,
            .malformed, .unknown:
            false
        }
    }

    /// Whether an edit may change it (client-server API, "Validity of replacement events"): no state event, no edit, and
    /// nothing that is encrypted. The answers to a poll were given to what it asked.
    package var isEditable: Bool {
        switch self {
        case .text, .emote, .notice, .picture, .video, .sound, .file, .place, .sticker: true
        case .poll, .membership, .chatName, .chatTopic, .power, .joinRule, .historyVisibility, .pins, .chatEnd,
            .verification, .encrypted, .relation, .unreadable, .malformed, .unknown:
            false
        }
    }

    /// Whether it is a file, of which Confab tells what it is and no more.
    package var isFile: Bool { [.picture, .video, .sound, .file, .sticker].contains(self) }

    /// Whether Confab can tell what it says.
    package var isReadable: Bool {
        switch self {
        case .text, .emote, .notice, .picture, .video, .sound, .file, .place, .sticker, .poll, .membership, .chatName,
            .chatTopic, .power, .joinRule, .historyVisibility, .pins, .chatEnd, .verification, .relation:
            true
        case .encrypted, .unreadable, .malformed, .unknown: false
        }
    }
}
