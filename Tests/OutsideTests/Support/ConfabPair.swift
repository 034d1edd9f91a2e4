import MatrixAPI
import MatrixClient
import TestSupport

/// Ana and bo, both with Confab, in an encrypted direct chat.
struct ConfabPair {
    let home: any Home
    let ana: PersonAtScreen
    let bo: PersonAtScreen
    let roomID: String

    static func begin(at kind: HomeKind) async throws -> ConfabPair {
        let home = try await kind.start()
        let (ana, bo) = (try PersonAtScreen("ana"), try PersonAtScreen("bo"))
        for person in [ana, bo] {
            try await person.logIn(at: home.address, ["--register"])
            try person.open()
            try await person.screen.waitFor("online")
            try await person.waitUntilConfirmed()
        }
        try await ana.invite("@bo:localhost")
        try await bo.acceptInvitation()
        for person in [ana, bo] { try await person.screen.waitFor("write a message, encrypted") }
        let rooms = try await ana.ask(home) { try await $0.sync(since: nil, timeoutMilliseconds: 0).joined.keys }
        return ConfabPair(home: home, ana: ana, bo: bo, roomID: rooms.first ?? "")
    }

    /// Logs in another device of ana's, which asks for its verification.
    func secondDevice() async throws -> PersonAtScreen {
        let second = try PersonAtScreen("ana")
        try await second.logIn(at: home.address)
        try second.open()
        try await second.screen.waitFor("Verify this device")
        return second
    }

    /// Waits until the key of each line is in ana's backup.
    func waitForBackup() async throws {
        while true {
            let said = try await ana.events(of: roomID, at: home).compactMap { $0.content["session_id"]?.string }
            let kept = try await ana.ask(home) { client in
                try await client.backedUpKeys(version: client.keyBackup().version, roomID: roomID)
            }
            if Set(said).isSubset(of: kept.keys) { return }
            guard await Pause.milliseconds(50) else {
                throw ScreenFailure.notSeen("\(Set(said).count) keys in the backup", screen: "\(kept.keys)")
            }
        }
    }
}
