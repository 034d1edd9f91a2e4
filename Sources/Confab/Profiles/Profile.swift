import MatrixAPI

/// One account and how it is reached, as its profile's file says it.
struct Profile: Equatable {
    enum Home: Equatable {
        /// The server inside the program.
        case embedded
        /// A homeserver's address, as `HomeserverClient` reads it.
        case remote(address: String)
    }

    var name: String
    var home: Home
    var userID: String
    var deviceID: String
    var displayName: String?
    /// Whether the account's session ended for good, and its device with it; drafts, outbox and chats are kept.
    var isLoggedOut = false
    /// The file in the profile's directory with what was not sent by then, where there was something.
    var unsentFile: String?

    /// Named after user and server. The server says the ID: whatever it is, the name is that of one directory in another.
    static func name(userID: String) -> String {
        let text = userID.first == "@" ? String(userID.dropFirst()) : userID
        let named = text.replacing(":", with: "@", maxReplacements: 1)
        let safe = String(
            String.UnicodeScalarView(
                named.unicodeScalars.map { $0 == "/" || $0.properties.generalCategory == .control ? "_" : $0 }))
        if safe.isEmpty { return "_" }
        return safe.hasPrefix(".") ? "_" + safe.dropFirst() : safe
    }

    /// - Parameter name: `nil` for the account's own.
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
