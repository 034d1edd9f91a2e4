import MatrixAPI
import MatrixClient
import TestSupport

/// Actions that need encryption keys.
extension NioPerson {
    /// Returns the sessions of a room that this device can read.
    func sessions(in roomID: String) async throws -> Set<String> {
        let answer = try await ask(["do": "keys", "room": .string(roomID)])
        return Set((answer["sessions"]?.array ?? []).compactMap(\.string))
    }

    /// Returns all lines of a room, oldest first, as this device can decrypt them now.
    ///
    /// - Parameter sealedCount: The number of lines that it can't decrypt.
    func history(of roomID: String) async throws -> (lines: [(sender: String, text: String)], sealedCount: Int64) {
        let answer = try await ask(["do": "history", "room": .string(roomID)])
        let lines = (answer["lines"]?.array ?? []).map { ($0["sender"]?.string ?? "", $0["text"]?.string ?? "") }
        return (lines, answer["sealed"]?.integer ?? 0)
    }

    /// Waits until this device knows all devices of a user, and no others.
    func waitToKnowDevices(of person: PersonAtScreen) async throws {
        let userID = "@\(person.name):localhost"
        let there = try await person.ask(home) { try await $0.queryKeys(of: [userID]).deviceKeys[userID] ?? [:] }
        try await wait(for: "the devices of \(userID) at \(name)'s") {
            let known = try await ask(["do": "devices", "user": .string(userID)])["devices"]?.array ?? []
            return Set(known.compactMap(\.string)) == Set(there.keys)
        }
    }

    /// Waits for this number of lines, and compares them. None may be undecryptable.
    func waitToRead(_ lines: [String], in roomID: String) async throws {
        var heard: [String] = []
        var sealedCount: Int64 = 0
        do {
            try await wait(for: "\(lines.count) lines at \(name)'s") {
                let answer = try await ask(["do": "texts", "room": .string(roomID)])
                heard = (answer["texts"]?.array ?? []).compactMap(\.string)
                sealedCount = answer["sealed"]?.integer ?? 0
                return heard == lines && sealedCount == 0
            }
        } catch ScreenFailure.notSeen(let wanted, screen: "") {
            let place = zip(heard, lines).prefix { $0 == $1 }.count
            throw ScreenFailure.notSeen(
                "\(wanted), from \(place): \(lines[place...].prefix(5))",
                screen: "\(heard.count) lines: \(heard[place...].prefix(5)), and \(sealedCount) that can't be read")
        }
    }
}
