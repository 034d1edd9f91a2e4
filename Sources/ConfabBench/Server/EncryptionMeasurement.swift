import Foundation
import MatrixAPI
import MatrixClient
import NIOCore
import NIOHTTP1
import NIOPosix

/// The server's additional work for encryption: the requests before the first line to many people, and the sync of
/// a device that comes back.
struct EncryptionMeasurement {
    private static let roomKey = "room key to devices"
    private static let query = "keys/query"
    private static let claim = "keys/claim"
    private static let sync = "sync, messages for the device"
    /// The names of the times.
    static let times = [roomKey, query, claim, sync].map(time)

    /// The number of devices in a request of ``roomKey``, the same as in other clients.
    private static let devicesAtOnce = 250
    /// The number of messages in a sync answer, the same as servers send.
    private static let messages = 100

    let server: MeasuredServer
    let people: KeyedPeople
    /// The user who queries the others' keys, and gets messages.
    let writer: Session
    /// The number of repetitions of each request in a round.
    let repeats: Int

    /// Returns the number of one-time keys of a device that the rounds use up.
    static func keysNeeded(rounds: Int, repeats: Int) -> Int { rounds * (repeats + 1) }

    /// Registers a user with keys: a server without any keys has less to do for a sync.
    static func writer(at server: MeasuredServer) async throws -> Session {
        let client = HomeserverClient(homeserver: .url(server.address))
        let writer = try await client.register(
            username: "writer", password: "a password of writer", deviceName: "bench")
        let person = try KeyedPerson(writer.userID, deviceIDs: [writer.deviceID], keys: 1)
        for device in person.devices { try await device.upload(by: client) }
        await client.shutdown()
        return writer
    }

    /// Runs a round.
    func figures() async throws -> [Figure] {
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        do {
            let connection = try await LoadConnection.open(port: server.port, on: group)
            let figures = try await figures(connection)
            try await group.shutdownGracefully()
            return figures
        } catch {
            try await group.shutdownGracefully()
            throw error
        }
    }

    private func figures(_ connection: LoadConnection) async throws -> [Figure] {
        let token = writer.accessToken
        let size = "\(people.deviceCount) devices of \(people.people.count) people"
        var figures = try await measure(Self.roomKey, size, connection) {
            people.devices(each: Self.devicesAtOnce).map {
                .sendToDevices($0, transaction: UUID().uuidString, accessToken: token)
            }
        }
        figures += try await measure(Self.query, size, connection) {
            [.queryKeys(of: Array(people.devices.keys), accessToken: token)]
        }
        figures += try await measure(Self.claim, size, connection) {
            [.claimKeys(of: people.devices, accessToken: token)]
        }
        return figures + (try await syncs(connection))
    }

    /// Measures syncs, each from the end of the previous one, with the messages that were sent in between.
    private func syncs(_ connection: LoadConnection) async throws -> [Figure] {
        let token = writer.accessToken
        let own = [writer.userID: [writer.deviceID]]
        let start = LoadRequest(method: .GET, target: "/_matrix/client/v3/sync?timeout=0", token: token)
        var since = try await send(start, connection).nextBatch ?? ""
        return try await measure(Self.sync, "\(Self.messages) messages", connection) {
            for _ in 0..<Self.messages {
                _ = try await send(
                    .sendToDevices(own, transaction: UUID().uuidString, accessToken: token), connection)
            }
            return [.sync(since: since, timeout: 0, accessToken: token)]
        } answered: { answer in
            guard String(buffer: answer.body).components(separatedBy: #""m.room.encrypted""#).count > Self.messages,
                let next = answer.nextBatch
            else { throw BenchError.incomplete(request: "A sync with messages for the device") }
            since = next
        }
    }

    /// - Parameters:
    ///   - requests: Creates the requests for each repetition, which is not timed.
    ///   - answered: Gets the answer to the last of them.
    private func measure(
        _ name: String, _ size: String, _ connection: LoadConnection, _ requests: () async throws -> [LoadRequest],
        answered: (LoadResponse) throws -> Void = { _ in }
    ) async throws -> [Figure] {
        var times: [Double] = []
        var work = 0.0
        // The first repetition finds empty caches.
        for number in 0...repeats {
            let requests = try await requests()
            let used = ProcessReading.processorTime(of: server.processIdentifier)
            let began = ContinuousClock.now
            var answer = LoadResponse(status: 0, body: ByteBuffer())
            for request in requests { answer = try await send(request, connection) }
            let time = (ContinuousClock.now - began).milliseconds
            let worked = ProcessReading.processorTime(of: server.processIdentifier) - used
            try answered(answer)
            guard number > 0 else { continue }
            times.append(time)
            work += worked
        }
        return [
            figure(Self.time(name), size, Percentiles(times).median),
            figure("\(name): CPU", size, work / Double(repeats)),
        ]
    }

    private func send(_ request: LoadRequest, _ connection: LoadConnection) async throws -> LoadResponse {
        let answer = try await connection.eventLoop.flatSubmit { connection.send(request) }.get()
        guard answer.status == 200 else {
            throw BenchError.refused(request: "\(request.method.rawValue) \(request.target)", status: answer.status)
        }
        return answer
    }

    private static func time(_ name: String) -> String { "\(name): time" }

    private func figure(_ name: String, _ size: String, _ value: Double) -> Figure {
        Figure(name: name, size: size, program: server.program, unit: .milliseconds, samples: [value])
    }
}
