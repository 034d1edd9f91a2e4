/// The new content of an edit (`m.new_content`).
package struct EditedContent: Hashable, Sendable {
    package let kind: Message.Kind
    /// Untrusted text, as in ``Message/body``.
    package let body: String
    package let formattedBody: String?
    /// The people whom the new content mentions; `nil` if it doesn't say.
    package let mentions: MessageMentions?

    package init(kind: Message.Kind, body: String, formattedBody: String?, mentions: MessageMentions? = nil) {
        self.kind = kind
        self.body = body
        self.formattedBody = formattedBody
        self.mentions = mentions
    }
}
