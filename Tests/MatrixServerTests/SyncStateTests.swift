import GRDB
import MatrixAPI
import NIOHTTP1
import TestSeeds
import Testing

@testable import MatrixServer

/// Compares the state that a client builds from `state` and `timeline` of its syncs with the state that `GET state`
/// returns.
@Suite(.timeLimit(.minutes(5))) struct SyncStateTests {
    private static let seeds = Seeds.ofThisRun(12, beside: Array(1...12))

    @Test(arguments: seeds) func syncedStateMatchesTheRoomState(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        let writer = try WriterUnderTest()
        defer { writer.stop() }
        let room = WriterUnderTest.room
        let first = HistoryStep.visibilities.randomElement(using: &random) ?? "joined"
        try await writer.server.commits.commit { changes in
            for user in HistoryStep.users {
                try AccountsTable(changes.database).insert(user, password: nil, displayName: user)
            }
            try RoomCreation(
                [
                    "preset": "public_chat",
                    "initial_state": [
                        ["type": "m.room.history_visibility", "content": ["history_visibility": .string(first)]]
                    ],
                ], creator: HistoryStep.ana
            ).perform(room, changes)
        }
        var clients = StateClient.filters.map { StateClient(filter: $0) }
        var log = ["visibility \(first)"]
        for _ in 0..<60 {
            if random.chance(in: 4) {
                let place = Int.random(in: clients.indices, using: &random)
                if random.chance(in: 8) { clients[place] = StateClient(filter: clients[place].filter) }
                log.append("sync \(clients[place].filter.serializedText)")
                let faults = try await clients[place].sync(writer)
                #expect(faults.isEmpty, "\(faults)\n\(log.joined(separator: "\n"))")
                if !faults.isEmpty { return }
            } else {
                let step = HistoryStep(&random)
                let draft = step.draft
                do {
                    try await writer.server.commits.commit { _ = try RoomWriter($0).append(draft, to: room) }
                    log.append("\(step)")
                } catch is EndpointError {
                    // The random step violated the rules, so nothing happened.
                    continue
                }
            }
        }
        #expect(log.count > 20)
    }

    @Test(arguments: ["joined", "invited", "shared", "world_readable"])
    func newMemberGetsTheFullStateDespiteHiddenHistory(visibility: String) async throws {
        let server = try await ServerUnderTest.start()
        let (ana, bo, kim) = (
            try await server.person("ana"), try await server.person("bo"), try await server.person("kim")
        )
        let room = try await ana.createRoom([
            "preset": "public_chat", "name": "old",
            "initial_state": [
                ["type": "m.room.history_visibility", "content": ["history_visibility": .string(visibility)]]
            ],
        ])
        try await kim.join(room)
        #expect(try await ana.ask(.PUT, "v3/rooms/\(room)/state/m.room.name", ["name": "new"]).status == 200)
        try await bo.join(room)
        let update = try await bo.sync().joined(room)
        let events = [update?["state"], update?["timeline"]].flatMap { $0?["events"]?.array ?? [] }
        let names = events.filter { $0["type"] == "m.room.name" }.compactMap { $0["content"]?["name"]?.string }
        #expect(names.last == "new")
        let members = Set(events.filter { $0["type"] == "m.room.member" }.compactMap { $0["state_key"]?.string })
        #expect(members == [ana.userID, bo.userID, kim.userID])
        await server.stop()
    }
}

/// A client of bo's that keeps the state that its syncs delivered.
private struct StateClient {
    static let filters: [JSONValue] = [
        [:], ["timeline": ["limit": 1]], ["timeline": ["limit": 3], "include_leave": true], ["timeline": ["limit": 0]],
        ["timeline": ["limit": 2], "state": ["lazy_load_members": true]],
        ["state": ["lazy_load_members": true], "include_leave": true],
        ["timeline": ["types": ["m.room.message"]]],
        ["timeline": ["not_types": ["m.room.name", "m.room.member"], "limit": 4]],
        ["timeline": ["senders": [.string(HistoryStep.ana)]]],
        ["timeline": ["not_senders": [.string(HistoryStep.ana)]], "state": ["lazy_load_members": true]],
    ]

    let filter: JSONValue
    private var since: SyncToken?
    private var isJoined = false
    private var state: [StateName: String] = [:]

    init(filter: JSONValue) { self.filter = filter }

    /// Applies one update.
    ///
    /// - Returns: The differences from the room's state.
    mutating func sync(_ writer: WriterUnderTest) async throws -> [String] {
        let room = WriterUnderTest.room
        let request = SyncRequest(
            caller: Caller(userID: HistoryStep.bo, deviceID: "TEA"), since: since,
            filter: SyncFilter(["room": filter]), wantsFullState: false)
        let (typing, memory) = (writer.server.typing, writer.server.memory)
        let (answer, composed, readable) = try await writer.server.read { database in
            let text = ResponseText(writer.server.answers, for: HistoryStep.bo)
            let answer = try SyncComposer(database, request, typing: typing, memory: memory).compose(into: text)
            return (answer, try text.finish(), try Self.readableState(database))
        }
        // A client that had not joined gets no more of a stay that ended before.
        let isTold = since.map { isJoined || readable?.place ?? 0 > $0.events } ?? true
        since = answer.next
        let rooms = try JSONValue(parsing: try await composed.bytes())["rooms"]
        guard let update = rooms?["join"]?[room] ?? rooms?["leave"]?[room] else { return [] }
        let isNowJoined = rooms?["join"]?[room] != nil
        if isNowJoined, !isJoined { state = [:] }
        isJoined = isNowJoined
        let timeline = update["timeline"]?["events"]?.array ?? []
        for event in (update["state"]?["events"]?.array ?? []) + timeline {
            guard let key = event["state_key"]?.string, let type = event["type"]?.string else { continue }
            state[StateName(type: type, key: key)] = event["event_id"]?.string
        }
        guard var expected = readable?.state, isTold || isNowJoined else { return [] }
        let own = StateName(type: "m.room.member", key: HistoryStep.bo)
        if !isJoined {
            // The sync delivers the event of a later invitation or refusal, though the room's state ends with the
            // leave.
            expected[own] = nil
            state[own] = nil
        }
        var missing = Set(expected.keys).subtracting(state.keys)
        if filter["state"]?["lazy_load_members"] == true {
            let needed = Set(timeline.compactMap { $0["sender"]?.string }).union(isJoined ? [HistoryStep.bo] : [])
            missing = missing.filter { $0.type != "m.room.member" || needed.contains($0.key) }
            // After another stay only the members who sent events are delivered again.
            if !isJoined { state = state.filter { $0.key.type != "m.room.member" || needed.contains($0.key.key) } }
        }
        return missing.map { "\($0) is missing" }
            + state.filter { expected[$0.key] != $0.value }.map { "\($0.key) is another than in the room" }
    }

    /// Returns the state as `GET state` does, or `nil` if bo was never in the room.
    private static func readableState(_ database: Database) throws -> (state: [StateName: String], place: Int64)? {
        let visibility = try HistoryVisibility(database, user: HistoryStep.bo, room: WriterUnderTest.room)
        guard visibility.hasJoined else { return nil }
        do {
            let place = try ReadablePosition.last(database, HistoryStep.bo, WriterUnderTest.room)
            let events = try StateTable(database).changes(in: WriterUnderTest.room, after: 0, upTo: place)
            let names = events.map { (StateName(type: $0.type, key: $0.stateKey ?? ""), $0.eventID) }
            return (Dictionary(names) { _, last in last }, place)
        } catch is EndpointError {
            return nil
        }
    }
}

private struct StateName: Hashable {
    let type: String
    let key: String
}
