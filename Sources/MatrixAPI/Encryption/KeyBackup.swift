/// A backup of room keys on the server, as it tells it (client-server API, `GET room_keys/version`). Nothing of it is true before the
/// signatures in its data were looked at.
package struct KeyBackup: Hashable, Sendable {
    /// Its name, which says nothing of its age.
    package let version: String
    package let algorithm: String
    /// Of which form, the algorithm says.
    package let authData: JSONValue
    package let state: KeyBackupState

    /// - Returns: `nil` where a part is missing that a client needs.
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
