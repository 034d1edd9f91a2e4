import MatrixAPI

/// An account and its homeserver, as saved in the profile's file.
struct Profile: Equatable {
    enum Home: Equatable {
        /// The server inside the program.
        case embedded
        /// A homeserver's address, in the syntax of `HomeserverClient`.
        case remote(address: String)
    }

    var name: String
    var home: Home
    var userID: String
    var deviceID: String
    var displayName: String?
    /// Whether the account's session and device ended for good. Drafts, outbox and chats are kept.
    var isLoggedOut = false
    /// The file of unsent messages in the profile's directory; `nil` if all were sent.
    var unsentFile: String?

    /// Returns a name made from user and server. The ID comes from the server, so the result is always a valid name
    /// of a directory inside the parent.
    static func name(userID: String) -> String {
        let text = userID.first == "@" ? String(userID.dropFirst()) : userID
        let named = text.replacing(":", with: "@", maxReplacements: 1)
        let safe = String(
            String.UnicodeScalarView(
                named.unicodeScalars.map { $0 == "/" || $0.properties.generalCategory == .control ? "_" : $0 }))
        if safe.isEmpty { return "_" }
        return safe.hasPrefix(".") ? "_" + safe.dropFirst() : safe
    }

    /// - Parameter name: `nil` for the account's default name.
    init(
        name: String? = nil, home: Home, userID: String, deviceID: String, displayName: String?,
        isLoggedOut: Bool = false, unsentFile: String? = nil
    ) {
        self.name = name ?? Profile.name(userID: userID)
        self.home = home
        self.userID = userID
        self.deviceID = deviceID
        self.displayName = displayName
        self.isLoggedOut = isLoggedOut
        self.unsentFile = unsentFile
    }

    init?(name: String, json: JSONValue) {
        guard let userID = json["user_id"]?.string, let deviceID = json["device_id"]?.string else { return nil }
        self.name = name
        switch json["home"]?.string {
        case "embedded": home = .embedded
        case let address?: home = .remote(address: address)
        case nil: return nil
        }
        self.userID = userID
        self.deviceID = deviceID
        displayName = json["display_name"]?.string
        isLoggedOut = json["logged_out"]?.bool ?? false
        unsentFile = json["unsent_file"]?.string
    }

    var json: JSONValue {
        var json: JSONValue = ["user_id": .string(userID), "device_id": .string(deviceID)]
        switch home {
        case .embedded: json["home"] = "embedded"
        case .remote(let address): json["home"] = .string(address)
        }
        if let displayName { json["display_name"] = .string(displayName) }
        if isLoggedOut { json["logged_out"] = true }
        if let unsentFile { json["unsent_file"] = .string(unsentFile) }
        return json
    }
}
