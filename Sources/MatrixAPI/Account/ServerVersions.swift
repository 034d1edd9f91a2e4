/// The protocol versions and features of a homeserver (client-server API, `GET /_matrix/client/versions`).
package struct ServerVersions: Hashable, Sendable {
    package let versions: [String]
    /// Whether it offers Confab's stream instead of long polls.
    package let hasStream: Bool

    package init(versions: [String], hasStream: Bool) {
        self.versions = versions
        self.hasStream = hasStream
    }

    package init?(json: JSONValue) {
        guard let versions = json["versions"]?.array else { return nil }
        self.versions = versions.compactMap(\.string)
        hasStream = json["unstable_features"]?["im.confab.stream"]?.bool ?? false
    }
}
