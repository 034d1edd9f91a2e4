import ViewModels

/// The chats that a text names without a link to the web, as in `#garden:example.org` or by a `matrix:` URI.
struct ChatMentions {
    /// In the order of the text, each once.
    let links: [MessageLink]

    private static let most = 20
    private static let beginnings = ["#", "!", "matrix:"]

    /// - Parameter server: the account's own.
    init(in text: String, server: String) {
        var links: [MessageLink] = []
        for word in text.split(whereSeparator: \.isWhitespace) where links.count < ChatMentions.most {
            let name = ChatMentions.bare(word)
            // A word with a sign before it may be anything; one with a server behind it is an address.
            guard name.contains(":"), ChatMentions.beginnings.contains(where: name.hasPrefix),
                let room = MatrixAddress(name, server: server)?.room
            else { continue }
            let link = MessageLink(
                host: .empty, address: DisplayText(sanitizing: name), chat: DisplayText(sanitizing: room.name))
            if !links.contains(link) { links.append(link) }
        }
        self.links = links
    }

    /// Without what stands around it in a sentence.
    private static func bare(_ word: Substring) -> String {
        var word = word.drop { "(<\"“".contains($0) }
        while let last = word.last, ")>\"”.,;:!?".contains(last) { word.removeLast() }
        return String(word)
    }
}
