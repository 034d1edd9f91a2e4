/// An unsent draft in a chat or in one of its threads.
package struct Draft: Hashable, Sendable {
    /// The key of the draft, from ``place(chatID:threadID:)``.
    package let place: String
    package let text: String

    package init(chatID: String, text: String) { self.init(place: chatID, text: text) }

    package init(place: String, text: String) {
        self.place = place
        self.text = text
    }

    /// The chat of the draft.
    package var chatID: String { String(place.prefix { $0 != Self.separator }) }

    /// Whether the draft is in a thread.
    package var isInThread: Bool { place.contains(Self.separator) }

    /// Returns the key under which the draft of a chat, or of a thread in it, is stored.
    package static func place(chatID: String, threadID: String?) -> String {
        threadID.map { chatID + String(separator) + $0 } ?? chatID
    }

    /// A character that no identifier contains.
    private static let separator: Character = "\n"
}
