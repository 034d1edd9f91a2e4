/// Where a chat is found: what names it, and who may know it.
package struct RoomAddress: Hashable, Sendable {
    /// Such as `#garden:example.org` or `!a:example.org`.
    package let name: String
    /// Servers that are in it, where the own one may not be.
    package let servers: [String]
    /// A message in it, where the address leads to one.
    package let eventID: String?

    package init(name: String, servers: [String] = [], eventID: String? = nil) {
        self.name = name
        self.servers = servers
        self.eventID = eventID
    }
}
