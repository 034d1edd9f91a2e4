import Checkpoints
import Dispatch
import Foundation
import GRDB
import GRDBSQLite
import Logging
import MatrixAPI

@testable import MatrixServer

/// The components of a server without listeners. A test can count the work of its single writer, and can make
/// changes share a commit.
struct WriterUnderTest: Sendable {
    static let room = "!r:localhost"
    static let ana = Caller(userID: "@ana:localhost", deviceID: "TEA")

    let server: Homeserver
    private let database: ServerDatabase
    private let directory: String

    init(in directory: String = ServerUnderTest.newDirectory()) throws {
        self.directory = directory
        database = try ServerDatabase.open(directory: directory, serverName: "localhost")
        server = try Homeserver(
            database, configuration: ServerUnderTest.configuration(directory), logger: ServerUnderTest.quietLogger)
    }

    /// The number of times that the log was copied into the file.
    var copies: Int { database.checkpointer.completed }

    /// Returns a writer with a public room that ana made and `others` other users joined.
    static func withRoom(of others: Int) async throws -> WriterUnderTest {
        let writer = try WriterUnderTest()
        try await writer.server.commits.commit { changes in
            try AccountsTable(changes.database).insert(ana.userID, password: nil, displayName: "ana")
            try RoomCreation(["preset": "public_chat"], creator: ana.userID).perform(room, changes)
        }
        for number in 1...others { try await writer.server.commits.commit { try join("@m\(number):localhost", $0) } }
        return writer
    }

    static func join(_ user: String, displayName: String? = nil, _ changes: Changes) throws {
        var content: JSONValue = ["membership": "join"]
        content["displayname"] = .string(displayName ?? "member \(user)")
        try RoomWriter(changes).append(
            EventDraft("m.room.member", stateKey: user, sender: user, content: content), to: room)
    }

    /// Sends a line as the endpoint does.
    @discardableResult
    func say(
        _ text: String, by caller: Caller = ana, transaction: String = UUID().uuidString
    ) async throws -> String {
        let content: JSONValue = ["msgtype": "m.text", "body": .string(text)]
        let use = SentTransaction(
            caller: caller, scope: "\(Self.room)/send/m.room.message", transactionID: transaction)
        let draft = use.draft("m.room.message", content: content)
        let answer = try await use.perform(server, undoing: .refusesFirst) { changes in
            try RoomWriter(changes).append(draft, to: Self.room).eventID
        }
        return answer["event_id"]?.string ?? ""
    }

    /// Returns the statements that the writer runs meanwhile, and the number of pages that it writes.
    func cost(of work: () async throws -> Void) async throws -> (statements: [String], pages: Int) {
        let statements = StatementLog()
        let before = try await server.pool.writeWithoutTransaction { database in
            database.trace(options: .statement) { statements.add($0.description) }
            return Self.pagesWritten(database)
        }
        try await work()
        let after = try await server.pool.writeWithoutTransaction { database in
            database.trace(options: [])
            return Self.pagesWritten(database)
        }
        return (statements.all, after - before)
    }

    func stop() {
        // Not on this thread, which may be a cooperative one.
        DispatchQueue(label: "confab.test.close").async { [database, directory] in
            database.closeBlocking(ServerUnderTest.quietLogger)
            try? FileManager.default.removeItem(atPath: directory)
        }
    }

    /// Returns the pages written since the connection was opened.
    private static func pagesWritten(_ database: Database) -> Int {
        var count: Int32 = 0
        var highest: Int32 = 0
        sqlite3_db_status(database.sqliteConnection, SQLITE_DBSTATUS_CACHE_WRITE, &count, &highest, 0)
        return Int(count)
    }
}
