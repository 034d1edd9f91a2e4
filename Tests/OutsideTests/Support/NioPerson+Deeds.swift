import MatrixAPI

/// Actions of a matrix-nio user in a room. An action that creates an event returns its identifier.
extension NioPerson {
    @discardableResult
    func say(_ text: String, in roomID: String) async throws -> String {
        try await act("say", roomID, ["text": .string(text)])
    }

    /// Sends many lines, one after the other.
    func say(_ lines: [String], in roomID: String) async throws {
        _ = try await act("say_all", roomID, ["texts": .array(lines.map { .string($0) })])
    }

    func answer(_ eventID: String, by text: String, in roomID: String) async throws -> String {
        try await act("reply", roomID, ["event": .string(eventID), "text": .string(text)])
    }

    func edit(_ eventID: String, to text: String, in roomID: String) async throws {
        _ = try await act("edit", roomID, ["event": .string(eventID), "text": .string(text)])
    }

    func react(to eventID: String, with key: String, in roomID: String) async throws -> String {
        try await act("react", roomID, ["event": .string(eventID), "key": .string(key)])
    }

    func delete(_ eventID: String, because reason: String, in roomID: String) async throws {
        _ = try await act("redact", roomID, ["event": .string(eventID), "reason": .string(reason)])
    }

    /// Uploads a file, with as many attempts as needed, and sends its message. The file is encrypted if the room is.
    func sendFile(_ path: String, named name: String, in roomID: String) async throws {
        let command: JSONValue = [
            "do": "send_file", "room": .string(roomID), "path": .string(path), "name": .string(name),
        ]
        try await ask(command)
    }

    /// Downloads a file, with as many attempts as needed, and decrypts it if it is encrypted.
    func fetchFile(named name: String, in roomID: String, to path: String) async throws {
        let command: JSONValue = [
            "do": "fetch_file", "room": .string(roomID), "path": .string(path), "name": .string(name),
        ]
        try await ask(command)
    }

    /// Sends a receipt for an event.
    func read(_ eventID: String, in roomID: String) async throws {
        _ = try await act("read", roomID, ["event": .string(eventID)])
    }

    func setTyping(_ isTyping: Bool, in roomID: String) async throws {
        _ = try await act("type", roomID, ["on": .bool(isTyping)])
    }

    func leave(_ roomID: String) async throws {
        _ = try await act("leave", roomID, [:])
    }

    /// - Returns: The identifier of the new room.
    func makeDirectChat(with userID: String) async throws -> String {
        let answer = try await ask(["do": "create", "invite": [.string(userID)], "direct": true])
        return answer["room"]?.string ?? ""
    }

    /// Creates an encrypted group, and returns once this user has joined it.
    ///
    /// - Returns: The identifier of the new room.
    func makeEncryptedGroup(_ name: String, with userIDs: [String]) async throws -> String {
        let invited = JSONValue.array(userIDs.map { .string($0) })
        let answer = try await ask(["do": "create", "invite": invited, "name": .string(name), "encrypted": true])
        let roomID = answer["room"]?.string ?? ""
        try await waitUntil("the new group", in: roomID) { $0.name == name }
        return roomID
    }

    /// Creates a group that everybody may join.
    ///
    /// - Returns: The identifier of the new room.
    func openGroup(_ name: String, with userIDs: String...) async throws -> String {
        let invited = JSONValue.array(userIDs.map { .string($0) })
        return try await ask(["do": "open_group", "name": .string(name), "invite": invited])["room"]?.string ?? ""
    }

    /// Upgrades a room, which ends in favor of its replacement.
    ///
    /// - Returns: The identifier of the new room.
    func upgrade(_ roomID: String) async throws -> String {
        try await ask(["do": "upgrade", "room": .string(roomID)])["room"]?.string ?? ""
    }

    private func act(_ step: String, _ roomID: String, _ what: JSONValue) async throws -> String {
        var command = what
        command["do"] = .string(step)
        command["room"] = .string(roomID)
        return try await ask(command)["event"]?.string ?? ""
    }
}
