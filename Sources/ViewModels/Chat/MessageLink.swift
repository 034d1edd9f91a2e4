/// A link of a message: where it leads, in letters that can't be mistaken for others.
package struct MessageLink: Hashable, Sendable {
    /// The host in ASCII.
    package let host: DisplayText
    /// The whole address in ASCII, `http` or `https`.
    package let address: DisplayText

    package init(host: DisplayText, address: DisplayText) {
        self.host = host
        self.address = address
    }
}
