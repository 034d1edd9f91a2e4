import Foundation
import TestSupport
import Testing

/// Ana with Confab, behind a network that can be cut, and kim with matrix-nio, in one chat.
struct FileJourney {
    let home: any Home
    let ana: PersonAtScreen
    let kim: NioPerson
    private let network: CuttingProxy
    private let roomID: String
    /// The directory with kim's files.
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

    /// Returns the memory of Confab's processes.
    func memory() throws -> [(name: String, ProcessMemory)] {
        var memory = [("ana's program", try ProcessMemory(of: ana.screen.processIdentifier))]
        if let server = home as? TeamServer {
            memory.append(("the server", try ProcessMemory(of: server.processIdentifier)))
        }
        return memory
    }

    /// Sends a file to kim. Each of the twenty cuts is in the first half of the file, and the upload starts again
    /// from the beginning after it.
    func sendToKim(_ sample: FileSample) async throws {
        try sample.bytes.write(to: URL(filePath: "\(ana.home.path)/out/\(sample.name)"))
        let cuts = sample.cuts(upTo: 0.5)
        let passed = network.passed(.toServer)
        let met = network.met(.toServer).count
        network.meet(.cut, .toServer, after: cuts)
        try await ana.sendFile("~/out/\(sample.name)")
        try await tryNow(untilMet: met + cuts.count)
        #expect(network.met(.toServer).dropFirst(met) == cuts[...] && cuts.count == 20)
        try await ana.screen.waitUntil("\(sample.name) sent") { screen in
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

    /// Triggers each pending retry at once, until the network was cut `count` times.
    private func tryNow(untilMet count: Int) async throws {
        while network.met(.toServer).count < count {
            if ana.screen.screen.contains("next try in") { ana.tryNow() }
            guard await Pause.milliseconds(50) else {
                throw ScreenFailure.notSeen("\(count) cuts", screen: "\(network.met(.toServer))\n\(ana.screen.text)")
            }
        }
    }

    /// Sends a file to ana. The network is cut twenty times, each time after a part of the file, and the next
    /// attempt resumes at that position.
    func sendToAna(_ sample: FileSample) async throws {
        let name = "kims-\(sample.name)"
        try await kim.sendFile("\(desk.path)/\(sample.name)", named: name, in: roomID)
        try await ana.screen.waitFor(name)
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
        // The earlier save still shows its text.
        try await ana.screen.waitFor("saved as ~/\(name)")
        let came = network.passed(.toClient) - passed
        // No part is transferred twice, except for data that a reset discarded from the client's socket.
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
