import MatrixClient
import TestSupport

extension Stage {
    /// Creates a stage without any Confab accounts. Synapse has only the work accounts, whose Matrix IDs are the
    /// names followed by `work`.
    static func beforeAFirstRun(work synapse: Synapse) async throws -> Stage {
        let stage = Stage(
            server: nil,
            seats: [
                "ana": try Seat("ana", type: "xterm-16color", colors: 16, size: (80, 24)),
                "bo": try Seat("bo", type: "xterm-256color", colors: 0, size: (120, 40)),
                "kim": try Seat("kim", type: "xterm", colors: 0, size: (80, 24)),
                "phone": try Seat("kim", type: "xterm-16color", colors: 16, size: (40, 10)),
            ])
        for name in ["ana", "phone"] { try await stage.seats[name]?.learnSixteenColors() }
        let client = HomeserverClient(homeserver: .url(synapse.address))
        do {
            for name in ["anawork", "bowork"] {
                _ = try await client.register(
                    username: name, password: "a password of \(name)", deviceName: "elsewhere")
            }
            await client.shutdown()
        } catch {
            await client.shutdown()
            throw error
        }
        stage.noted = ["synapse": synapse.address, "address": "127.0.0.1:\(try FreePort.find())"]
        return stage
    }
}
