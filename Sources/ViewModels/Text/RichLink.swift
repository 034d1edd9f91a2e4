/// A link of a message to a web page.
package struct RichLink: Hashable, Sendable {
    /// The number in the message, from 1.
    package let number: Int
    /// The address in ASCII: `http` or `https`, a host without homoglyphs, no control characters.
    package let address: DisplayText
    /// Whether the number is shown behind the text, because the text differs from the link's address.
    package let isNumbered: Bool
    /// The real host, if the text looks like the address of another host; empty otherwise.
    package let unlikeHost: DisplayText

    package init(number: Int, address: DisplayText, isNumbered: Bool, unlikeHost: DisplayText = .empty) {
        self.number = number
        self.address = address
        self.isNumbered = isNumbered
        self.unlikeHost = unlikeHost
    }
}
