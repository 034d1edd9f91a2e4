/// A backup of room keys, as reported by the server (client-server API, `GET room_keys/version`). None of it is
/// trusted before the signatures in its data are verified.
package struct KeyBackup: Hashable, Sendable {
    /// The name of the version, which doesn't reveal its age.
    package let version: String
    package let algorithm: String
    /// The authentication data, in the form that the algorithm defines.
    package let authData: JSONValue
    package let state: KeyBackupState

    /// - Returns: `nil` if a part is missing that a client needs.
    package init?(json: JSONValue) {
        guard let version = json["version"]?.identifier, !version.isEmpty, let algorithm = json["algorithm"]?.string,
            let authData = json["auth_data"], authData.object != nil
        else { return nil }
        self.version = version
        self.algorithm = algorithm
        self.authData = authData
        state = KeyBackupState(json: json)
    }
}
