import MatrixAPI

/// A request of a command to the Confab that has its profile open. Each request is an object on a line.
struct ScriptRequest: Hashable {
    enum Operation: Hashable {
        case send(chatID: String, text: String)
        /// - path: an absolute path.
        case sendFile(chatID: String, path: String, caption: String)
        case open(chatID: String)
        /// The address is as the user gave it.
        case join(address: String, knocks: Bool)
        /// Download the file of a message into the profile, given the content of its event.
        case fetch(JSONValue)
        /// - path: an absolute path, as is the folder with the files that the messages name.
        case importFile(path: String, folder: String?)
        /// A screen needs the profile.
        case makeRoom
        /// A command needs the profile briefly. Only a process that reopens it afterwards agrees.
        case lend
    }

    /// The version of the format. A request of another version is refused with a message.
    static let version: Int64 = 1
    /// The limit in bytes. JSON may encode each byte of a text as six.
    static let maximumLength = 400_000

    let wish: Operation
    /// The directory of the profile. Two profiles may have the same name.
    let directory: String

    init(_ wish: Operation, directory: String) {
        self.wish = wish
        self.directory = directory
    }

    /// Parses a line; `nil` if it is malformed or has another version.
    init?(line: [UInt8]) {
        guard let json = try? JSONValue(parsing: line), json["version"]?.integer == Self.version,
            let directory = json["profile"]?.string
        else { return nil }
        self.directory = directory
        switch (json["request"]?.string, json["chat"]?.string) {
        case ("send", let chatID?):
            guard let text = json["text"]?.string else { return nil }
            wish = .send(chatID: chatID, text: text)
        case ("send_file", let chatID?):
            guard let path = json["path"]?.string, path.first == "/" else { return nil }
            wish = .sendFile(chatID: chatID, path: path, caption: json["caption"]?.string ?? "")
        case ("open", let chatID?): wish = .open(chatID: chatID)
        case ("join", let address?): wish = .join(address: address, knocks: json["knock"]?.bool ?? false)
        case ("fetch", nil):
            guard let content = json["content"] else { return nil }
            wish = .fetch(content)
        case ("import", nil):
            guard let path = json["path"]?.string, path.first == "/" else { return nil }
            let folder = json["folder"]?.string.flatMap { $0.first == "/" ? $0 : nil }
            wish = .importFile(path: path, folder: folder)
        case ("make_room", nil): wish = .makeRoom
        case ("lend", nil): wish = .lend
        default: return nil
        }
    }

    var json: JSONValue {
        var json: JSONValue = ["version": .integer(Self.version), "profile": .string(directory)]
        switch wish {
        case .send(let chatID, let text):
            json["request"] = "send"
            json["chat"] = .string(chatID)
            json["text"] = .string(text)
        case .sendFile(let chatID, let path, let caption):
            json["request"] = "send_file"
            json["chat"] = .string(chatID)
            json["path"] = .string(path)
            json["caption"] = .string(caption)
        case .open(let chatID):
            json["request"] = "open"
            json["chat"] = .string(chatID)
        case .join(let address, let knocks):
            json["request"] = "join"
            json["chat"] = .string(address)
            json["knock"] = .bool(knocks)
        case .fetch(let content):
            json["request"] = "fetch"
            json["content"] = content
        case .importFile(let path, let folder):
            json["request"] = "import"
            json["path"] = .string(path)
            json["folder"] = folder.map(JSONValue.string)
        case .makeRoom: json["request"] = "make_room"
        case .lend: json["request"] = "lend"
        }
        return json
    }
}
