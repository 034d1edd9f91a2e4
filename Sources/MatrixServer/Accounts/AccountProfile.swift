import MatrixAPI

/// The public profile of an account (client-server API, "Profiles").
struct AccountProfile: Hashable, Sendable {
    var displayName: String?
    var avatarURL: String?

    var json: JSONValue {
        var json = JSONValue.emptyObject
        json["displayname"] = displayName.map(JSONValue.string)
        json["avatar_url"] = avatarURL.map(JSONValue.string)
        return json
    }
}
