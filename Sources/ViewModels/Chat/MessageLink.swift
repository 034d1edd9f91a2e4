/// A link of a message: where it leads, in letters that can't be mistaken for others.
package struct MessageLink: Hashable, Sendable {
    /// The host in ASCII.
    package let host: DisplayText
    /// The whole address in ASCII, `http` or `https`.
    package let address: DisplayText
    /// The chat that it leads to, which is opened here; empty for a page of the web.
    package let chat: DisplayText

    package init(host: DisplayText, address: DisplayText, chat: DisplayText = .empty) {
        self.host = host
        self.address = address
        self.chat = chat
    }
}
