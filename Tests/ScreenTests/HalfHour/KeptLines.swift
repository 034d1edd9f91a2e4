import Foundation
import GRDB
import MatrixAPI
import MatrixClient
import TestSupport

/// The lines of a chat as stored in one place, oldest first, with the texts of the latest edits, duplicates
/// included.
struct KeptLines: Equatable {
    struct Line: Equatable {
        let sender: String
        let text: String
    }

    let lines: [Line]

    /// Returns the texts of a sender, in the order of sending.
    func texts(of sender: String) -> [String] {
        lines.filter { $0.sender == sender }.map(\.text)
    }

    /// Reads the lines from the database of a device whose program has ended.
    ///
    /// - Parameter account: The account of the user. `nil` stands for the one with their name.
    init(of person: PersonAtScreen, account: String? = nil, inChat name: String) throws {
        let path = person.home.path + "/data/confab/profiles/\(account ?? person.name)@localhost/confab.sqlite"
        let database = try DatabaseQueue(path: path)
        lines = try database.read { db in
            let sql = """
                SELECT messages.sender, coalesce(edits.body, messages.body) FROM messages
                JOIN chat_keys ON chat_keys.key = messages.chat_key JOIN chats ON chats.id = chat_keys.chat_id
                LEFT JOIN edits ON edits.chat_id = chats.id AND edits.event_id = messages.edit_id
                WHERE chats.given_name = ? AND is_removed = 0 AND messages.kind IN ('text', 'emote', 'notice')
                ORDER BY position
                """
            return try Row.fetchAll(db, sql: sql, arguments: [name]).map { Line(sender: $0[0], text: $0[1]) }
        }
        try database.close()
    }

    /// Reads the lines from the server.
    ///
    /// - Parameter person: A member of the chat.
    init(at server: TeamServer, roomID: String, as person: PersonAtScreen) async throws {
        let client = HomeserverClient(
            homeserver: try HomeserverLocation(userInput: server.address, allowsInsecure: false),
            accessToken: try KeptTokens.read(home: person.home.path, profile: "\(person.name)@localhost").accessToken)
        var newestFirst: [MatrixEvent] = []
        do {
            var token: String?
            repeat {
                let page = try await client.messages(roomID: roomID, from: token, limit: 100)
                newestFirst += page.chunk
                token = page.end
            } while token != nil
        } catch {
            await client.shutdown()
            throw error
        }
        await client.shutdown()
        var lines: [(id: String, line: Line)] = []
        for event in newestFirst.reversed() where event.type == "m.room.message" {
            let relation = event.content["m.relates_to"]
            if relation?["rel_type"]?.string == "m.replace" {
                guard let place = lines.firstIndex(where: { $0.id == relation?["event_id"]?.string }),
                    let text = event.content["m.new_content"]?["body"]?.string
                else { continue }
                lines[place].line = Line(sender: event.sender ?? "", text: text)
            } else if let text = event.content["body"]?.string {
                lines.append((event.eventID ?? "", Line(sender: event.sender ?? "", text: text)))
            }
        }
        self.lines = lines.map(\.line)
    }

    /// Returns the identifier of a chat, from a device's database.
    static func roomID(ofChat name: String, from person: PersonAtScreen) throws -> String {
        let path = person.home.path + "/data/confab/profiles/\(person.name)@localhost/confab.sqlite"
        let database = try DatabaseQueue(path: path)
        let id = try database.read { db in
            try String.fetchOne(db, sql: "SELECT id FROM chats WHERE given_name = ?", arguments: [name])
        }
        try database.close()
        return id ?? ""
    }
}
