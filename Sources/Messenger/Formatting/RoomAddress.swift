/// The address of a chat: its name, and servers that know it.
package struct RoomAddress: Hashable, Sendable {
    /// An alias or identifier, such as `#garden:example.org` or `!a:example.org`.
    package let name: String
    /// Servers in the chat, in case the own server isn't in it.
    package let servers: [String]
    /// The message that the address leads to, if any.
    package let eventID: String?

    package init(name: String, servers: [String] = [], eventID: String? = nil) {
        self.name = name
        self.servers = servers
        self.eventID = eventID
    }
}
