import Foundation
import Glibc
import MatrixAPI
import Synchronization
import TestSupport

/// A user of another client: matrix-nio, in a Python program that is controlled by lines of JSON, one command at a
/// time.
final class NioPerson: Sendable {
    let name: String
    let home: any Home
    /// The directory with the device's keys, if it has any.
    private let store: Sandbox?
    private let process: Mutex<LineProcess>
    /// The response to the login.
    private let login: Mutex<JSONValue>

    /// Registers an account, and syncs from then on.
    ///
    /// - Parameter hasKeys: Whether the user can read encrypted chats.
    convenience init(_ name: String, at home: any Home, hasKeys: Bool = false) async throws {
        try await self.init(name, at: home, store: hasKeys ? try Sandbox() : nil, by: "register")
    }

    /// Logs in to the existing account, with new keys.
    convenience init(anotherDeviceOf person: NioPerson) async throws {
        try await self.init(person.name, at: person.home, store: try Sandbox(), by: "log_in")
    }

    private init(_ name: String, at home: any Home, store: Sandbox?, by way: String) async throws {
        self.name = name
        self.home = home
        self.store = store
        process = Mutex(try Self.start())
        login = Mutex([:])
        let brought = try await ask([
            "do": .string(way), "address": .string(home.address), "name": .string(name),
            "password": .string("a password of \(name)"), "store": .string(store?.path ?? ""),
        ])
        login.withLock { $0 = brought }
    }

    private static func start() throws -> LineProcess {
        let environment = ProcessInfo.processInfo.environment.filter { ["PATH", "HOME"].contains($0.key) }
        return try LineProcess(
            Outside.python, arguments: [Outside.program("nio_person.py")], environment: environment)
    }

    /// Ends the program and starts it again as the same device. Earlier events are not reported again.
    func restart(by signal: Int32 = SIGTERM) async throws {
        let ending = process.withLock(\.self)
        ending.terminate(signal)
        _ = try await ending.waitForExit()
        let started = try Self.start()
        process.withLock { $0 = started }
        var command = login.withLock(\.self)
        command["do"] = "resume"
        command["address"] = .string(home.address)
        command["store"] = .string(store?.path ?? "")
        command["anew"] = .bool(signal == SIGKILL)
        try await ask(command)
    }

    var userID: String { "@\(name):localhost" }

    /// - Returns: The program's answer, with the result of the command if there is one.
    @discardableResult
    func ask(_ command: JSONValue) async throws -> JSONValue {
        let process = process.withLock(\.self)
        process.send(command.serializedText)
        let answer = try JSONValue(parsing: try await process.readLine())
        if let error = answer["error"]?.string {
            throw ScreenFailure.notSeen("\(name)'s \(command["do"]?.string ?? "")", screen: error)
        }
        return answer
    }

    /// Waits for the only invitation, and accepts it.
    ///
    /// - Returns: The identifier of the room.
    func acceptInvitation() async throws -> String {
        var roomID = ""
        try await wait(for: "an invitation to \(name)") {
            roomID = try await ask(["do": "chats"])["invited"]?.array?.first?.string ?? ""
            return !roomID.isEmpty
        }
        try await ask(["do": "join", "room": .string(roomID)])
        _ = try await waitUntil("\(name) in the room", in: roomID) { $0.members.contains(userID) }
        return roomID
    }

    /// Returns the current state of the room in this user's client.
    func look(in roomID: String) async throws -> NioRoom {
        NioRoom(try await ask(["do": "look", "room": .string(roomID)]))
    }

    /// Waits until the room satisfies a condition.
    @discardableResult
    func waitUntil(
        _ description: String, in roomID: String, _ condition: (NioRoom) -> Bool
    ) async throws -> NioRoom {
        var room = NioRoom([:])
        do {
            try await wait(for: description) {
                room = try await look(in: roomID)
                return condition(room)
            }
        } catch ScreenFailure.notSeen(let wanted, screen: "") {
            throw ScreenFailure.notSeen("\(wanted) at \(name)'s", screen: room.json.serializedText)
        }
        return room
    }

    /// Waits for a line.
    ///
    /// - Returns: The identifier of its event.
    @discardableResult
    func waitToRead(_ text: String, in roomID: String) async throws -> String {
        try await waitUntil("“\(text)”", in: roomID) { $0.eventID(of: text) != nil }.eventID(of: text) ?? ""
    }

    func wait(for description: String, _ condition: () async throws -> Bool) async throws {
        while try await !condition() {
            guard await Pause.milliseconds(20) else { throw ScreenFailure.notSeen(description, screen: "") }
        }
    }
}
