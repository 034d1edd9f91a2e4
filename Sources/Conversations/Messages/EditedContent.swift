/// The words of an edit (`m.new_content`).
package struct EditedContent: Hashable, Sendable {
    package let kind: Message.Kind
    /// Text from outside.
    package let body: String
    package let formattedBody: String?

    package init(kind: Message.Kind, body: String, formattedBody: String?) {
        self.kind = kind
        self.body = body
        self.formattedBody = formattedBody
    }
}
