/// What a person began to write in a chat, or in one of its threads.
package struct Draft: Hashable, Sendable {
    /// Where it was begun, as ``place(chatID:threadID:)`` has it.
    package let place: String
    package let text: String

    package init(chatID: String, text: String) { self.init(place: chatID, text: text) }

    package init(place: String, text: String) {
        self.place = place
        self.text = text
    }

    /// The chat in which it was begun.
    package var chatID: String { String(place.prefix { $0 != Self.separator }) }

    /// Whether it was begun in a thread.
    package var isInThread: Bool { place.contains(Self.separator) }

    /// What a chat's draft is kept under, or that of a thread of it.
    package static func place(chatID: String, threadID: String?) -> String {
        threadID.map { chatID + String(separator) + $0 } ?? chatID
    }

    /// Stands in no identifier.
    private static let separator: Character = "\n"
}
