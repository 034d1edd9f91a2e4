/// A link of a message, to a page of the web.
package struct RichLink: Hashable, Sendable {
    /// As the message numbers it, from 1.
    package let number: Int
    /// The address in ASCII: `http` or `https`, a host whose letters can't be mistaken, no control characters.
    package let address: DisplayText
    /// The text says something else than where the link leads; it is followed by the number.
    package let isNumbered: Bool
    /// Where it leads, where the text reads as the address of another host; empty otherwise.
    package let unlikeHost: DisplayText

    package init(number: Int, address: DisplayText, isNumbered: Bool, unlikeHost: DisplayText = .empty) {
        self.number = number
        self.address = address
        self.isNumbered = isNumbered
        self.unlikeHost = unlikeHost
    }
}
