import Conversations
import ViewModels

/// The texts of messages as shown to the user. They aren't sanitized.
extension Message {
    package var text: String {
        kind.text(kind.text(of: body, eventType: eventType), name: body, with: MediaDetail(self))
    }
}

extension QuotedMessage {
    package var text: String { kind.text(of: body, eventType: eventType) }
}

extension MessageVersion {
    package var text: String { kind.text(of: body, eventType: nil) }
}

extension OutboxLine {
    package var text: String { kind.text(kind.text(of: body, eventType: nil), name: body, with: MediaDetail(self)) }
}

extension Message.Kind {
    /// The longest text of a notice in the timeline; the chat details have it in full.
    private static let longestTold = 200

    /// - Parameters:
    ///   - body: the value of ``Message/body``.
    ///   - eventType: the value of ``Message/eventType``.
    func text(of body: String, eventType: String?) -> String {
        switch self {
        case .text, .emote, .notice, .membership, .encrypted, .relation: body
        case .picture: .words("message.picture", ["name": body])
        case .video: .words("message.video", ["name": body])
        case .sound: .words("message.sound", ["name": body])
        case .file: .words("message.file", ["name": body])
        case .place: .words("message.place", ["name": body])
        case .sticker: .words("message.sticker", ["name": body])
        case .poll: .words("message.poll", ["question": body])
        case .chatName: .words("message.chat-name", ["name": body.beginning(upTo: Self.longestTold)])
        case .chatTopic: .words("message.chat-topic", ["topic": body.beginning(upTo: Self.longestTold)])
        case .power: .words("message.power")
        case .joinRule: JoinRule(rawValue: body)?.message ?? .words("message.join-rule")
        case .historyVisibility: HistoryReaders(rawValue: body)?.message ?? .words("message.history-visibility")
        case .pins: body == "+" ? .words("message.pinned") : .words("message.unpinned")
        case .chatEnd: .words("message.chat-end", ["reason": body.beginning(upTo: Self.longestTold)])
        case .verification where body.isEmpty: .words("message.verification")
        // Somebody on another server may have the same localpart, so the whole ID is shown.
        case .verification: .words("message.verification-of", ["person": body])
        case .unreadable: .words("message.unreadable")
        case .malformed: .words("message.malformed")
        case .unknown:
            switch eventType {
            case nil: body
            case let type? where body.isEmpty: .words("message.unknown", ["type": type])
            case let type?: .words("message.unknown-that-says", ["type": type, "body": body])
            }
        }
    }
}

extension HistoryReaders {
    /// The notice that is shown in the chat when somebody chooses this setting.
    var message: String {
        switch self {
        case .worldReadable: .words("message.anybody-reads")
        case .shared: .words("message.members-read-all")
        case .invited: .words("message.members-read-since-invited")
        case .joined: .words("message.members-read-since-joined")
        }
    }
}

extension JoinRule {
    /// The notice that is shown in the chat when somebody chooses this setting.
    var message: String {
        switch self {
        case .open: .words("message.anybody-joins")
        case .knock, .knockRestricted: .words("message.who-asks-joins")
        case .invite, .private: .words("message.who-is-invited-joins")
        case .restricted: .words("message.who-is-in-a-space-joins")
        }
    }
}

extension String {
    /// Shortens to a number of characters, ending with `…`.
    package func shortened(to count: Int) -> String { self.count > count ? prefix(count) + "…" : self }

    /// Returns the beginning in one line, with `…` if it is shortened. It is for text from others in a row about
    /// something else.
    package func beginning(upTo count: Int) -> String {
        let start = prefix(count + 1)
        let line = start.split(whereSeparator: \.isNewline).joined(separator: " ")
        return start.count > count ? line.prefix(count) + "…" : line
    }
}

extension OutboxLine {
    package var isRefused: Bool {
        if case .failed = state { true } else { false }
    }

    /// Whether only this device can have it, so that it can be rewritten or removed without a trace.
    package var isHere: Bool { isRefused || isUnsent && !mayHaveLeft }
}
