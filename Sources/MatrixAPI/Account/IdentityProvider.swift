/// An identity provider that a homeserver accepts for logins (client-server API, "Client login via SSO").
package struct IdentityProvider: Hashable, Sendable {
    package let id: String
    /// The provider's name, set by the server. Text from outside.
    package let name: String

    package init(id: String, name: String) {
        self.id = id
        self.name = name
    }

    /// Returns `nil` if it has no name, or an identifier that can't be part of a path.
    package init?(json: JSONValue) {
        guard let id = json["id"]?.string, let name = json["name"]?.string, !name.isEmpty,
            (1...255).contains(id.utf8.count), id.contains(where: { $0 != "." }),
            id.utf8.allSatisfy({ byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"):
                    true
                default: "-._~".utf8.contains(byte)
                }
            })
        else { return nil }
        self.init(id: id, name: name)
    }
}
