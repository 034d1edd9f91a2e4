import Foundation
import TestSupport
import Testing

/// Ana at Confab and Kim at matrix-nio in a chat.
struct FileJourney {
    let home: any Home
    let ana: PersonAtScreen
    let kim: NioPerson
    private let roomID: String
    /// Where Kim has her files.
    private let desk: Sandbox

    static func begin(at kind: HomeKind, isEncrypted: Bool) async throws -> FileJourney {
        let home = try await kind.start()
        let kim = try await NioPerson("kim", at: home, hasKeys: isEncrypted)
        let ana = try PersonAtScreen("ana")
        try ana.drawNoPictures()
        try await ana.logIn(at: home.address, ["--register"])
        try ana.open()
        try await ana.screen.waitFor("online")
        try await ana.invite(kim.userID)
        if isEncrypted { try await ana.screen.waitFor("write a message, encrypted") }
        try FileManager.default.createDirectory(atPath: ana.home.path + "/out", withIntermediateDirectories: false)
        return FileJourney(
            home: home, ana: ana, kim: kim, roomID: try await kim.acceptInvitation(), desk: try Sandbox())
    }

    /// Of the programs that are ours.
    func memory() throws -> [(name: String, ProcessMemory)] {
        var memory = [("ana's program", try ProcessMemory(of: ana.screen.processIdentifier))]
        if let server = home as? TeamServer {
            memory.append(("the server", try ProcessMemory(of: server.processIdentifier)))
        }
        return memory
    }

    func sendToKim(_ sample: FileSample) async throws {
        try sample.bytes.write(to: URL(filePath: "\(ana.home.path)/out/\(sample.name)"))
        try await ana.sendFile("~/out/\(sample.name)")
        try await ana.screen.waitUntil("\(sample.name) sent", timeout: .seconds(120)) { screen in
            screen.rows.contains { $0.contains(sample.name) && ($0.hasSuffix("sent") || $0.hasSuffix("read")) }
        }
        let path = "\(desk.path)/\(sample.name)"
        _ = try await kim.waitUntil(sample.name, in: roomID) { $0.hasFile(sample.name) }
        try await kim.fetchFile(named: sample.name, in: roomID, to: path)
        expectSame(path, sample)
    }

    func sendToAna(_ sample: FileSample) async throws {
        let name = "kims-\(sample.name)"
        try await kim.sendFile("\(desk.path)/\(sample.name)", named: name, in: roomID)
        try await ana.screen.waitFor(name, timeout: .seconds(60))
        try await ana.select(name)
        try await ana.saveSelected(name)
        // What was saved before says so still.
        try await ana.screen.waitFor("saved as ~/\(name)", timeout: .seconds(120))
        expectSame("\(ana.home.path)/\(name)", sample)
        ana.screen.send(.escape)
        try await ana.screen.waitFor("Enter send")
    }

    private func expectSame(_ path: String, _ sample: FileSample) {
        let isSame = FileManager.default.contents(atPath: path) == sample.bytes
        #expect(isSame, "\(path)")
    }
}
