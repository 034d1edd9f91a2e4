import Foundation
import TestSupport
import Testing

/// Ana at Confab and Kim at matrix-nio in a chat, each behind a network that can be cut.
struct FileJourney {
    /// A homeserver behind a network.
    private struct Behind: Home {
        let home: any Home
        let network: CuttingProxy

        var address: String { network.address }
        func end() async throws { try await home.end() }
        func startAgain() async throws { try await home.startAgain() }
    }

    let home: any Home
    let ana: PersonAtScreen
    let kim: NioPerson
    private let anas: CuttingProxy
    private let kims: CuttingProxy
    private let roomID: String
    /// Where Kim has her files.
    private let desk: Sandbox

    static func begin(at kind: HomeKind, isEncrypted: Bool) async throws -> FileJourney {
        let home = try await kind.start()
        let (anas, kims) = (try await CuttingProxy(to: home.address), try await CuttingProxy(to: home.address))
        let kim = try await NioPerson("kim", at: Behind(home: home, network: kims), hasKeys: isEncrypted)
        let ana = try PersonAtScreen("ana")
        try ana.drawNoPictures()
        try await ana.logIn(at: anas.address, ["--register"])
        try ana.open()
        try await ana.screen.waitFor("online")
        try await ana.invite(kim.userID)
        if isEncrypted { try await ana.screen.waitFor("write a message, encrypted") }
        try FileManager.default.createDirectory(atPath: ana.home.path + "/out", withIntermediateDirectories: false)
        return FileJourney(
            home: home, ana: ana, kim: kim, anas: anas, kims: kims, roomID: try await kim.acceptInvitation(),
            desk: try Sandbox())
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
        let cuts = sample.cuts(upTo: 0.5)
        let before = anas.met(.toServer).count
        anas.meet(.cut, .toServer, after: cuts)
        try await ana.sendFile("~/out/\(sample.name)")
        for number in 1...cuts.count {
            try await anas.waitUntilMet(before + number, .toServer)
            ana.tryNow()
        }
        #expect(anas.met(.toServer).suffix(20) == cuts[...])
        try await ana.screen.waitUntil("\(sample.name) sent", timeout: .seconds(120)) { screen in
            screen.rows.contains { $0.contains(sample.name) && ($0.hasSuffix("sent") || $0.hasSuffix("read")) }
        }
        let path = "\(desk.path)/\(sample.name)"
        _ = try await kim.waitUntil(sample.name, in: roomID) { $0.hasFile(sample.name) }
        let met = kims.met(.toClient).count
        kims.meet(.cut, .toClient, after: cuts)
        try await kim.fetchFile(named: sample.name, in: roomID, to: path)
        #expect(kims.met(.toClient).count == met + 20)
        expectSame(path, sample)
    }

    func sendToAna(_ sample: FileSample) async throws {
        let name = "kims-\(sample.name)"
        let original = "\(desk.path)/\(sample.name)"
        let met = kims.met(.toServer).count
        kims.meet(.cut, .toServer, after: sample.cuts(upTo: 0.5))
        try await kim.sendFile(original, named: name, in: roomID)
        #expect(kims.met(.toServer).count == met + 20)
        try await ana.screen.waitFor(name, timeout: .seconds(60))
        try await ana.select(name)
        let before = anas.met(.toClient).count
        let passed = anas.passed(.toClient)
        anas.meet(.cut, .toClient, after: sample.pieces)
        for number in 1...20 {
            try await ana.saveSelected(name)
            try await anas.waitUntilMet(before + number, .toClient)
            try await ana.waitUntilInterrupted()
        }
        try await ana.saveSelected(name)
        try await ana.waitUntilSaved()
        // It goes on where it was, but for what a reset took from the client's socket.
        #expect(anas.passed(.toClient) - passed < Int64(sample.size) * 2)
        expectSame("\(ana.home.path)/\(name)", sample)
        ana.screen.send(.escape)
        try await ana.screen.waitFor("Enter send")
    }

    private func expectSame(_ path: String, _ sample: FileSample) {
        let isSame = FileManager.default.contents(atPath: path) == sample.bytes
        #expect(isSame, "\(path)")
    }
}
