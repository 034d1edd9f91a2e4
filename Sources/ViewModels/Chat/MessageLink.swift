/// A link of a message. Its text can't contain homoglyphs.
package struct MessageLink: Hashable, Sendable {
    /// The host in ASCII.
    package let host: DisplayText
    /// The whole address in ASCII, `http` or `https`.
    package let address: DisplayText
    /// The chat that it leads to, which is opened in the program; empty for a web page.
    package let chat: DisplayText

    package init(host: DisplayText, address: DisplayText, chat: DisplayText = .empty) {
        self.host = host
        self.address = address
        self.chat = chat
    }
}
