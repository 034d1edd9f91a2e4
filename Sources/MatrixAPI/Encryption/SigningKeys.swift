/// The public keys by which a user verifies devices and other users (client-server API, "Cross-signing"), each signed.
package struct SigningKeys: Hashable, Sendable {
    /// `nil` if the server has it, or if there is none.
    package var master: JSONValue?
    package var selfSigning: JSONValue?
    package var userSigning: JSONValue?

    package init(master: JSONValue? = nil, selfSigning: JSONValue? = nil, userSigning: JSONValue? = nil) {
        self.master = master
        self.selfSigning = selfSigning
        self.userSigning = userSigning
    }

    /// The members of `POST keys/device_signing/upload`.
    package var json: JSONValue {
        var json = JSONValue.emptyObject
        json["master_key"] = master
        json["self_signing_key"] = selfSigning
        json["user_signing_key"] = userSigning
        return json
    }
}
