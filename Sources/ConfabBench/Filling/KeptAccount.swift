import Foundation
import MatrixClient
import TestSupport

/// A filled profile with the data of its server, in a directory. A run measures a copy.
struct KeptAccount {
    let path: String

    var exists: Bool { FileManager.default.fileExists(atPath: path + "/place.json") }

    /// The data that is needed beside the files.
    private struct Place: Codable {
        /// The server's address, which is stored in the profile as well.
        let address: String
        let accessTokenOfBo: String
        let rooms: BenchRooms
    }

    /// Stores the account. The server is stopped first, so that its files are complete.
    func put(_ account: BenchAccount, accessTokenOfBo: String) async throws {
        let files = FileManager.default
        let unfinished = path + ".unfinished"
        if files.fileExists(atPath: unfinished) { try files.removeItem(atPath: unfinished) }
        try files.createDirectory(atPath: unfinished, withIntermediateDirectories: true)
        _ = try await account.server.stop()
        try files.copyItem(atPath: account.server.home.path, toPath: unfinished + "/server")
        try files.copyItem(atPath: account.ana.home.path, toPath: unfinished + "/ana")
        let place = Place(
            address: account.server.address, accessTokenOfBo: accessTokenOfBo, rooms: account.rooms)
        try JSONEncoder().encode(place).write(to: URL(filePath: unfinished + "/place.json"))
        try files.moveItem(atPath: unfinished, toPath: path)
        try await account.server.start()
    }

    func take(messages: Int) async throws -> BenchAccount {
        do {
            let place = try JSONDecoder().decode(
                Place.self, from: Data(contentsOf: URL(filePath: path + "/place.json")))
            let server = try await TeamServer(
                home: try Sandbox(copying: path + "/server"), at: String(place.address.dropFirst("http://".count)),
                writeRate: 10_000)
            return BenchAccount(
                messages: messages, server: server,
                ana: PersonAtScreen("ana", home: try Sandbox(copying: path + "/ana")),
                bo: AccountMaker.connections(to: server, accessToken: place.accessTokenOfBo), rooms: place.rooms)
        } catch {
            throw BenchError.keptProfile(path: path, reason: "\(error)")
        }
    }
}
