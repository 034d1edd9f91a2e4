/// The start tag of an element, with the attributes that Confab uses.
package struct HTMLTag: Equatable {
    /// The name in lower case.
    package let name: String
    package private(set) var attributes: [String: String] = [:]

    init(name: String) {
        self.name = name
    }

    private static let known: Set = ["href", "data-mx-spoiler", "start", "alt"]

    /// Adds an attribute. If a name is repeated, the first attribute counts.
    mutating func add(_ name: ArraySlice<UInt8>, value: ArraySlice<UInt8>) {
        guard name.count <= 15 else { return }
        let name = String(decoding: name, as: UTF8.self).lowercased()
        guard Self.known.contains(name), attributes[name] == nil else { return }
        attributes[name] = HTMLEntity.replaced(in: value)
    }
}

/// The address of a chat: its name, and servers that know it.
package struct RoomAddress: Hashable, Sendable {
    /// An alias or identifier, such as `#garden:example.org` or `!a:example.org`.
    package let name: String
    /// Servers in the chat, in case the account's server isn't in it.
    package let servers: [String]
    /// The message that the address leads to, if any.
    package let eventID: String?

    package init(name: String, servers: [String] = [], eventID: String? = nil) {
        self.name = name
        self.servers = servers
        self.eventID = eventID
    }
}
