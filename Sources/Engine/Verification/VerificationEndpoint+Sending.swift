import Foundation
import MatrixAPI
import MatrixClient
import MatrixCrypto

/// Messages to the other side.
extension VerificationEndpoint {
    /// The pauses before a failed message is sent again, in milliseconds.
    private static let pauses: [Int64] = [1_000, 2_000, 4_000]

    /// Sends messages. A failure ends the verification, since the other side would wait until its timeout.
    func send(_ messages: [VerificationMessage], of transaction: VerificationTransaction) async {
        for message in messages {
            do {
                try await send(message, chatID: running[transaction]?.chatID)
            } catch {
                guard var one = running[transaction], !one.machine.state.isOver else { return }
                _ = one.machine.decide(.cancel, at: encryption.now())
                one.problem = VerificationError(error)
                running[transaction] = one
                return
            }
        }
    }

    func send(_ message: VerificationMessage, chatID: String?) async throws {
        guard let devices = message.devices else {
            if let chatID { _ = try await send(message.type.rawValue, message.content, chatID: chatID) }
            return
        }
        guard !devices.isEmpty else { return }
        let people = Dictionary(grouping: devices, by: \.userID).mapValues { devices in
            Dictionary(devices.map { ($0.deviceID, message.content) }) { first, _ in first }
        }
        let transactionID = UUID().uuidString
        try await persist { [client] () async throws(MatrixClientError) in
            try await client.sendToDevices(
                type: message.type.rawValue, transactionID: transactionID, messages: people)
        }
    }

    /// - Returns: the event's identifier.
    func send(_ type: String, _ content: JSONValue, chatID: String) async throws -> String {
        let sealed = try await encryption.sealedForVerification(type, content, chatID: chatID)
        let transactionID = UUID().uuidString
        return try await persist { [client] () async throws(MatrixClientError) in
            try await client.send(
                roomID: chatID, type: sealed.type, transactionID: transactionID, content: sealed.content)
        }
    }

    /// Retries the work after transient errors, so that a brief loss of the network doesn't end the verification.
    private func persist<Value: Sendable>(
        _ work: @Sendable () async throws(MatrixClientError) -> Value
    ) async throws -> Value {
        for pause in Self.pauses {
            do throws(MatrixClientError) {
                return try await work()
            } catch {
                guard error.isTransient else { throw error }
            }
            try await clock.sleep(pause)
        }
        return try await work()
    }
}
