import Foundation
import TestSupport
import Testing

/// Ana at Confab, behind a network that can be cut, and Kim at matrix-nio in a chat.
struct FileJourney {
    let home: any Home
    let ana: PersonAtScreen
    let kim: NioPerson
    private let network: CuttingProxy
    private let roomID: String
    /// Where Kim has her files.
    private let desk: Sandbox

    static func begin(at kind: HomeKind, isEncrypted: Bool) async throws -> FileJourney {
        let home = try await kind.start()
        let network = try await CuttingProxy(to: home.address)
        let kim = try await NioPerson("kim", at: home, hasKeys: isEncrypted)
        let ana = try PersonAtScreen("ana")
        try ana.drawNoPictures()
        try await ana.logIn(at: network.address, ["--register"])
        try ana.open()
        try await ana.screen.waitFor("online")
        try await ana.invite(kim.userID)
        if isEncrypted { try await ana.screen.waitFor("write a message, encrypted") }
        try FileManager.default.createDirectory(atPath: ana.home.path + "/out", withIntermediateDirectories: false)
        return FileJourney(
            home: home, ana: ana, kim: kim, network: network, roomID: try await kim.acceptInvitation(),
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

    /// Each of the twenty cuts is in the first half of the file, whose bytes all come anew after it.
    func sendToKim(_ sample: FileSample) async throws {
        try sample.bytes.write(to: URL(filePath: "\(ana.home.path)/out/\(sample.name)"))
        let cuts = sample.cuts(upTo: 0.5)
        let passed = network.passed(.toServer)
        let met = network.met(.toServer).count
        network.meet(.cut, .toServer, after: cuts)
        try await ana.sendFile("~/out/\(sample.name)")
        try await tryNow(untilMet: met + cuts.count)
        #expect(network.met(.toServer).dropFirst(met) == cuts[...] && cuts.count == 20)
        try await ana.screen.waitUntil("\(sample.name) sent", timeout: .seconds(120)) { screen in
            screen.rows.contains { $0.contains(sample.name) && ($0.hasSuffix("sent") || $0.hasSuffix("read")) }
        }
        #expect(network.passed(.toServer) - passed > cuts.reduce(Int64(sample.size), +))
        let path = "\(desk.path)/\(sample.name)"
        _ = try await kim.waitUntil(sample.name, in: roomID) { $0.fileCount(sample.name) > 0 }
        try await kim.fetchFile(named: sample.name, in: roomID, to: path)
        expectSame(path, sample)
        let room = try await kim.look(in: roomID)
        #expect(room.fileCount(sample.name) == 1)
    }

    /// Has what waits for its next try go at once, each time, until the network was cut so often.
    private func tryNow(untilMet count: Int) async throws {
        let deadline = ContinuousClock.now + .seconds(180)
        while network.met(.toServer).count < count {
            guard ContinuousClock.now < deadline else {
                throw ScreenFailure.notSeen("\(count) cuts", screen: "\(network.met(.toServer))\n\(ana.screen.text)")
            }
            if ana.screen.screen.contains("next try in") { ana.tryNow() }
            try await Task.sleep(for: .milliseconds(50))
        }
    }

    /// Twenty times a piece of the file comes before the network is cut, and the next try goes on behind it.
    func sendToAna(_ sample: FileSample) async throws {
        let name = "kims-\(sample.name)"
        try await kim.sendFile("\(desk.path)/\(sample.name)", named: name, in: roomID)
        try await ana.screen.waitFor(name, timeout: .seconds(60))
        try await ana.select(name)
        let met = network.met(.toClient).count
        let passed = network.passed(.toClient)
        network.meet(.cut, .toClient, after: sample.pieces)
        for number in 1...sample.pieces.count {
            try await ana.saveSelected(name)
            try await network.waitUntilMet(met + number, .toClient)
            try await ana.waitUntilInterrupted()
        }
        #expect(network.met(.toClient).dropFirst(met) == sample.pieces[...] && sample.pieces.count == 20)
        try await ana.saveSelected(name)
        // What was saved before says so still.
        try await ana.screen.waitFor("saved as ~/\(name)", timeout: .seconds(120))
        let came = network.passed(.toClient) - passed
        // What came once doesn't come again, but for what a reset took from the client's socket.
        #expect(came >= Int64(sample.size) && came < 2 * Int64(sample.size))
        expectSame("\(ana.home.path)/\(name)", sample)
        ana.screen.send(.escape)
        try await ana.screen.waitFor("Enter send")
    }

    private func expectSame(_ path: String, _ sample: FileSample) {
        let isSame = FileManager.default.contents(atPath: path) == sample.bytes
        #expect(isSame, "\(path)")
    }
}
