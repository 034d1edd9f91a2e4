/// The words of an edit (`m.new_content`).
package struct EditedContent: Hashable, Sendable {
    package let kind: Message.Kind
    /// Text from outside, as in ``Message/body``.
    package let body: String
    package let formattedBody: String?
    /// Whom the message calls with these words; `nil` where they don't say.
    package let mentions: MessageMentions?

    package init(kind: Message.Kind, body: String, formattedBody: String?, mentions: MessageMentions? = nil) {
        self.kind = kind
        self.body = body
        self.formattedBody = formattedBody
        self.mentions = mentions
    }
}
