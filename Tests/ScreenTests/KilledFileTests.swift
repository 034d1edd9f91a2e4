import Foundation
import MatrixAPI
import MatrixClient
import TestSupport
import TestTraits
import Testing

/// Tests a file transfer between two users, in the middle of which one of them, or the server, is killed twenty
/// times.
@Suite(.serialized, .timeLimit(.minutes(10)), .sandboxed) struct KilledFileTests {
    private static let sample = FileSample.picture
    private static let kills = 20

    /// The users and networks of a transfer, whose processes are killed one after the other.
    private struct Scene {
        let meeting: Meeting
        let anas: CuttingProxy
        let bos: CuttingProxy

        static func begin(isEncrypted: Bool) async throws -> Scene {
            let server = try await TeamServer()
            let (anas, bos) = (try await CuttingProxy(to: server.address), try await CuttingProxy(to: server.address))
            let networks = (ana: anas.address, bo: bos.address)
            let meeting =
                isEncrypted
                ? try await Meeting.inAChat(on: server, by: networks)
                : try await Meeting.inAGroup("Tea", on: server, by: networks)
            for person in [meeting.ana, meeting.bo] { try person.drawNoPictures() }
            let papers = meeting.ana.home.path + "/papers"
            try FileManager.default.createDirectory(atPath: papers, withIntermediateDirectories: false)
            try sample.bytes.write(to: URL(filePath: papers + "/" + sample.name))
            return Scene(meeting: meeting, anas: anas, bos: bos)
        }

        func kill(_ person: PersonAtScreen) async throws {
            person.screen.terminate(SIGKILL)
            _ = try await person.screen.waitForExit()
            try person.open()
            try await person.screen.waitFor("online")
            try await person.screen.waitFor("write a message")
        }

        func killServer() async throws {
            try await meeting.server.kill()
            try await meeting.server.start()
        }

        /// Expects that the file arrived once and unchanged.
        func expectSaved() async throws {
            let saved = FileManager.default.contents(atPath: meeting.bo.home.path + "/" + sample.name)
            let isSame = saved == sample.bytes
            #expect(isSame)
            let client = HomeserverClient(
                homeserver: .url(meeting.server.address),
                accessToken: try KeptTokens.read(home: meeting.ana.home.path, profile: "ana@localhost").accessToken)
            let room = try await client.sync(since: nil, timeoutMilliseconds: 0).joined.keys.first ?? ""
            let events = try await client.messages(roomID: room, from: nil, limit: 50).chunk
            #expect(events.count { ["m.room.message", "m.room.encrypted"].contains($0.type) } == 1)
            await client.shutdown()
        }
    }

    @Test func fileArrivesAfterTheSenderIsKilled() async throws {
        let scene = try await Scene.begin(isEncrypted: true)
        try await send(scene) { try await scene.kill(scene.meeting.ana) }
        try await save(scene) {}
        try await scene.expectSaved()
    }

    @Test func fileArrivesAfterTheServerIsKilled() async throws {
        let scene = try await Scene.begin(isEncrypted: false)
        try await send(scene) {
            try await scene.killServer()
            scene.meeting.ana.tryNow()
        }
        scene.bos.meet(.hold, .toClient, after: Self.sample.pieces)
        try await save(scene) {
            try await scene.killServer()
            try await scene.meeting.bo.waitUntilInterrupted()
        }
        try await scene.expectSaved()
    }

    @Test func fileIsSavedAfterTheReceiverIsKilled() async throws {
        let scene = try await Scene.begin(isEncrypted: true)
        try await scene.meeting.ana.sendFile("~/papers/" + Self.sample.name)
        scene.bos.meet(.hold, .toClient, after: Self.sample.pieces)
        try await save(scene) {
            try await scene.kill(scene.meeting.bo)
            try await scene.meeting.bo.select(Self.sample.name)
        }
        try await scene.expectSaved()
        // The transfer resumed at its position.
        #expect(scene.bos.passed(.toClient) < 2 * Int64(Self.sample.size))
    }

    /// Lets ana send the file, and kills a process each time that the transfer is in the middle.
    private func send(_ scene: Scene, killing: () async throws -> Void) async throws {
        let ana = scene.meeting.ana
        let places = Self.sample.cuts()
        scene.anas.meet(.hold, .toServer, after: places)
        try await ana.sendFile("~/papers/" + Self.sample.name)
        for number in places.indices {
            try await scene.anas.waitUntilMet(number + 1, .toServer)
            try await killing()
        }
        #expect(scene.anas.met(.toServer) == places && places.count == Self.kills)
        try await ana.screen.waitUntil("the file on its way to bo") { screen in
            screen.rows.contains { $0.contains(Self.sample.name) && ($0.hasSuffix("sent") || $0.hasSuffix("read")) }
        }
    }

    /// Lets bo save the file. `interrupted` handles each interruption of the transfer.
    private func save(_ scene: Scene, interrupted: () async throws -> Void) async throws {
        let bo = scene.meeting.bo
        try await bo.screen.waitFor(Self.sample.name)
        try await bo.select(Self.sample.name)
        let expected = scene.bos.expected(.toClient)
        for number in 0..<expected {
            try await bo.saveSelected(Self.sample.name)
            try await scene.bos.waitUntilMet(number + 1, .toClient)
            try await interrupted()
        }
        try await bo.saveSelected(Self.sample.name)
        try await bo.waitUntilSaved()
        #expect(scene.bos.met(.toClient).count == expected)
    }
}
