import Foundation
import MatrixCrypto
import TestSupport

/// The time from a key to its letter on screen in an encrypted chat: at rest, while a line with a new key is sent,
/// and beside an unencrypted chat.
struct SealedKeyMeasurement {
    enum Place: String, CaseIterable {
        case clear = "key, chat in clear"
        case sealed = "key, encrypted chat"
        case sending = "key, line goes out"

        var median: String { rawValue + ": p50" }
        var ninetyNinth: String { rawValue + ": p99" }
    }

    let chats: KeyedChats
    let ear: Ear
    let view: KeyedChatScreen
    /// The number of keys in a round.
    let count: Int

    /// Runs a round, which ends in the encrypted chat.
    func figures() async throws -> [Figure] {
        try await view.show(KeyedChats.clearName)
        let clear = try await KeyTimer(screen: view.screen, count: count).readings()
        try await view.show(KeyedChats.sealedName)
        // The first letter triggers sharing the next line's key, which would disturb the measurement.
        try await view.type("a")
        view.screen.send(.control("u"))
        try await view.screen.waitForRest()
        let sealed = try await KeyTimer(screen: view.screen, count: count).readings()
        return figures(.clear, clear) + figures(.sealed, sealed) + figures(.sending, try await whileLinesGoOut())
    }

    /// Sends lines until the keys are timed, but no more than a few.
    private func whileLinesGoOut() async throws -> [Double] {
        var readings: [Double] = []
        for _ in 0..<5 where readings.count < count {
            let line = "typed on meanwhile \(UUID().uuidString.prefix(8))"
            ear.listen(for: ExportedRoomKey.algorithm)
            view.screen.send(line + "\r")
            try await view.screen.waitUntil("an empty line") { $0.contains(line) && !$0.contains("▏\(line)") }
            while !ear.hasHeard {
                let some = try await KeyTimer(screen: view.screen, count: 20).readings()
                // The last of them may have been timed after the line was delivered.
                if !ear.hasHeard { readings += some }
            }
            try await view.screen.waitForRest()
        }
        return readings
    }

    private func figures(_ place: Place, _ readings: [Double]) -> [Figure] {
        guard !readings.isEmpty else { return [] }
        let percentiles = Percentiles(readings)
        return [(place.median, percentiles.median), (place.ninetyNinth, percentiles.ninetyNinth)].map { name, value in
            Figure(name: name, size: chats.size, unit: .milliseconds, samples: [value])
        }
    }
}
