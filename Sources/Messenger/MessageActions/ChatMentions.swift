import ViewModels

/// The chats that a text mentions without a web link, such as `#garden:example.org` or a `matrix:` URI.
struct ChatMentions {
    /// The mentioned chats in the order of the text, without duplicates.
    let links: [MessageLink]

    private static let most = 20
    private static let beginnings = ["#", "!", "matrix:"]

    /// - Parameter server: the account's server.
    init(in text: String, server: String) {
        var links: [MessageLink] = []
        for word in text.split(whereSeparator: \.isWhitespace) where links.count < ChatMentions.most {
            let name = ChatMentions.bare(word)
            // A word with a sigil may be anything. With a server name it is an address.
            guard name.contains(":"), ChatMentions.beginnings.contains(where: name.hasPrefix),
                let room = MatrixAddress(name, server: server)?.room
            else { continue }
            let link = MessageLink(
                host: .empty, address: DisplayText(sanitizing: name), chat: DisplayText(sanitizing: room.name))
            if !links.contains(link) { links.append(link) }
        }
        self.links = links
    }

    /// Removes surrounding punctuation from a word.
    private static func bare(_ word: Substring) -> String {
        var word = word.drop { "(<\"“".contains($0) }
        while let last = word.last, ")>\"”.,;:!?".contains(last) { word.removeLast() }
        return String(word)
    }
}
