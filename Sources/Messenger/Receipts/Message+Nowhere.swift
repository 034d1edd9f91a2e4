import Conversations

extension Message {
    /// Whether the message has no row in any timeline, because it relates to another message or is meant for
    /// programs.
    var standsNowhere: Bool {
        switch kind {
        case .relation: true
        case .unknown: text.isEmpty
        case .text, .emote, .notice, .picture, .video, .sound, .file, .place, .sticker, .poll, .membership, .chatName,
            .chatTopic, .power, .joinRule, .historyVisibility, .pins, .chatEnd, .verification, .encrypted, .unreadable,
            .malformed:
            false
        }
    }
}
