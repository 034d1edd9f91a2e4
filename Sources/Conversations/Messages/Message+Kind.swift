extension Message {
    /// The kind of a timeline event. This is the only list of the kinds that Confab distinguishes. Its properties
    /// decide all behavior that depends on the kind, and SQL queries use the names of the cases.
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        /// A text message, or a message of a type that Confab doesn't know.
        case text
        case emote, notice
        /// Files and similar content. ``Message/body`` is only the name or the caption.
        case picture, video, sound, file, place, sticker
        /// A poll. ``Message/body`` is only the question, and ``Message/pollReplies`` has the answers.
        case poll
        /// A membership change, such as a join, a leave, an invitation or a new name. ``Message/detail`` has the
        /// change. ``Message/body`` is the reason if one was given, or the former name after a change of name.
        case membership
        /// The chat was renamed to ``Message/body``.
        case chatName
        /// The chat's topic was changed to ``Message/body``.
        case chatTopic
        /// Power levels changed. ``Message/body`` is in the format that ``PowerChange`` reads.
        case power
        /// The join rule changed. ``Message/body`` is the new rule (client-server API, "m.room.join_rules").
        case joinRule
        /// The history visibility changed. ``Message/body`` is the new value (client-server API,
        /// "m.room.history_visibility").
        case historyVisibility
        /// The pinned messages changed. ``Message/body`` is `+` if a message was pinned, and `-` if one was unpinned.
        case pins
        /// The chat was replaced by another one. ``Message/body`` is the reason.
        case chatEnd
        /// Somebody in the chat requests a verification. ``Message/body`` is the Matrix ID of the person whom they ask;
        /// empty if the event names nobody.
        case verification
        /// An encrypted message that this device can't read.
        case encrypted
        /// An edit, a reaction or a redaction. It changes another event and is not shown itself.
        case relation
        /// A message without a required field.
        case unreadable
        /// An event that violates the rules for all events.
        case malformed
        /// An event of a type that Confab doesn't know. ``Message/eventType`` is the type and ``Message/body`` its
        /// text. Both are empty if the user would not miss the event.
        case unknown
    }
}

extension Message.Kind {
    /// Whether a full-text search covers its text.
    package var isFoundByWords: Bool { countsAsUnread && self != .encrypted }

    /// Whether it is a message rather than a change of the chat. The chat list shows messages, and they count as
    /// unread.
    package var countsAsUnread: Bool {
        switch self {
        case .text, .emote, .notice, .picture, .video, .sound, .file, .place, .sticker, .poll, .encrypted: true
        case .membership, .chatName, .chatTopic, .power, .joinRule, .historyVisibility, .pins, .chatEnd, .verification,
            .relation, .unreadable, .malformed, .unknown:
            false
        }
    }

    /// Whether a person wrote it rather than a program. Only such a message may mention people, and it shows that its
    /// sender was active.
    package var isSaidByPerson: Bool {
        switch self {
        case .text, .emote, .picture, .video, .sound, .file, .place, .poll: true
        case .notice, .sticker, .membership, .chatName, .chatTopic, .power, .joinRule, .historyVisibility, .pins,
            .chatEnd, .verification, .encrypted, .relation, .unreadable, .malformed, .unknown:
            false
        }
    }

    /// Whether its whole content was typed, so that it can be typed again.
    package var isTyped: Bool {
        switch self {
        case .text, .emote: true
        case .notice, .picture, .video, .sound, .file, .place, .sticker, .poll, .membership, .chatName, .chatTopic,
            .power, .joinRule, .historyVisibility, .pins, .chatEnd, .verification, .encrypted, .relation, .unreadable,
            .malformed, .unknown:
            false
        }
    }

    /// Whether an edit may change it (client-server API, "Validity of replacement events"). State events, edits and
    /// undecrypted events can't be edited. Polls can't be edited either, because existing answers refer to the
    /// original question.
    package var isEditable: Bool {
        switch self {
        case .text, .emote, .notice, .picture, .video, .sound, .file, .place, .sticker: true
        case .poll, .membership, .chatName, .chatTopic, .power, .joinRule, .historyVisibility, .pins, .chatEnd,
            .verification, .encrypted, .relation, .unreadable, .malformed, .unknown:
            false
        }
    }

    /// Whether it is a file. Confab describes files but doesn't show their content.
    package var isFile: Bool { [.picture, .video, .sound, .file, .sticker].contains(self) }

    /// Whether Confab can display its content.
    package var isReadable: Bool {
        switch self {
        case .text, .emote, .notice, .picture, .video, .sound, .file, .place, .sticker, .poll, .membership, .chatName,
            .chatTopic, .power, .joinRule, .historyVisibility, .pins, .chatEnd, .verification, .relation:
            true
        case .encrypted, .unreadable, .malformed, .unknown: false
        }
    }
}
