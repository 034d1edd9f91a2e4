import Conversations

extension Message {
    /// Whether no row tells of it, wherever it is: it is about another message, or for programs alone.
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
