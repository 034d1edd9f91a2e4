package import Conversations
import MatrixAPI

/// Checks whether a message mentions the account's owner by the default push rules (client-server API, "Predefined
/// Rules"). A message that lists its mentions is trusted; in any other the name counts.
package struct MentionCheck: Sendable {
    private let ownUserID: String
    private let power: ChatPower?
    private let words: [Word]
    private static let room = Word("@room")

    /// - Parameter power: `nil` if it isn't known who may mention everybody.
    package init(ownUserID: String, displayName: String?, power: ChatPower?) {
        self.ownUserID = ownUserID
        self.power = power
        words = [displayName, UserID(ownUserID)?.localpart].compactMap { $0.flatMap(Word.init) }
    }

    package func isCalled(by message: Message) -> Bool {
        guard message.sender != ownUserID, !message.isRemoved, message.kind.isSaidByPerson else { return false }
        guard let mentions = message.mentions else { return isNamed(in: message) }
        return mentions.userIDs.contains(ownUserID) || (mentions.isForRoom && mayCallEverybody(message.sender))
    }

    private func isNamed(in message: Message) -> Bool {
        if words.contains(where: { $0.stands(in: message.body) }) { return true }
        return Self.room?.stands(in: message.body) == true && mayCallEverybody(message.sender)
    }

    private func mayCallEverybody(_ userID: String) -> Bool { power?.mayNotifyRoom(userID) ?? false }
}

extension MentionCheck {
    /// A word that is searched as push rule conditions do: case-insensitively, with no ASCII letter, digit or `_`
    /// beside it.
    private struct Word {
        private let bytes: [UInt8]
        private let isASCII: Bool

        /// - Returns: `nil` if the text isn't a word.
        init?(_ text: String) {
            bytes = Array(text.lowercased().utf8)
            isASCII = bytes.allSatisfy { $0 < 0x80 }
            if bytes.isEmpty || text.allSatisfy(\.isWhitespace) { return nil }
        }

        func stands(in text: String) -> Bool {
            // Lowercasing copies the text, which an ASCII word avoids.
            var text = isASCII ? text : text.lowercased()
            return text.withUTF8 { text in
                guard text.count >= bytes.count else { return false }
                return (0...text.count - bytes.count).contains { start in
                    Self.lowercased(text[start]) == bytes[0] && stands(in: text, at: start)
                }
            }
        }

        private func stands(in text: UnsafeBufferPointer<UInt8>, at start: Int) -> Bool {
            let end = start + bytes.count
            if start > 0, Self.isWordByte(text[start - 1]) { return false }
            if end < text.count, Self.isWordByte(text[end]) { return false }
            return bytes.indices.allSatisfy { Self.lowercased(text[start + $0]) == bytes[$0] }
        }

        private static func lowercased(_ byte: UInt8) -> UInt8 {
            (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte + 32 : byte
        }

        private static func isWordByte(_ byte: UInt8) -> Bool {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
                true
            default: false
            }
        }
    }
}
