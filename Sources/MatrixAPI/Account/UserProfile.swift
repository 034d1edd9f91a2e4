/// The display name and avatar of a user (client-server API, "Profiles"). Texts from outside.
package struct UserProfile: Hashable, Sendable {
    package let displayName: String?
    /// An `mxc:` address.
    package let avatarURL: String?

    package init(displayName: String?, avatarURL: String?) {
        self.displayName = displayName
        self.avatarURL = avatarURL
    }

    package init(json: JSONValue) {
        self.init(displayName: json["displayname"]?.string, avatarURL: json["avatar_url"]?.string)
    }
}
