import Foundation
import MatrixCrypto
import TestSupport

/// The time from Enter in an encrypted chat until another user's long poll has the line. The server's time for the
/// same requests from a bare client is measured for comparison.
struct LineMeasurement {
    static let first = "first line: time"
    static let knownKey = "line, known key: time"
    static let newKey = "line, new key: time"
    static let typed = "typed line, new key: time"
    static let bareKeys = "sendToDevice alone, one by one: time"
    static let crowdedKeys = "sendToDevice alone, three at once: time"
    static let bareLine = "send alone: time"
    static let typedToCrowdedKeys = "typed line, new key, to sendToDevice three at once"
    static let newToBareKeys = "line, new key, to sendToDevice one by one"
    static let newToCrowdedKeys = "line, new key, to sendToDevice three at once"

    let chats: KeyedChats
    let bare: BareClient
    let ear: LongPollListener
    let view: KeyedChatScreen

    /// Sends the first line. For it, the keys of all members must be queried.
    func firstLine() async throws -> [Figure] {
        let (time, work) = try await say("the first line of all", isTyped: false)
        return [
            figure(Self.first, time), figure("first line: CPU", work),
            Figure(
                name: "size of the messages to devices", size: chats.size, unit: .kilobytes,
                samples: [bare.kilobytes]),
        ]
    }

    /// Runs a round.
    ///
    /// - Parameter isBareFirst: Whether the bare client has the first turn.
    func figures(isBareFirst: Bool) async throws -> [Figure] {
        let known = try await knownKey()
        var alone = isBareFirst ? try await allBare() : (keys: 0, crowded: 0, line: 0)
        let new = try await say("a line with a new key", isTyped: false)
        let typed = try await say("a line with a new key", isTyped: true)
        if !isBareFirst { alone = try await allBare() }
        return [
            figure(Self.knownKey, known.time), figure("line, known key: CPU", known.work),
            figure(Self.newKey, new.time), figure("line, new key: CPU", new.work),
            figure(Self.typed, typed.time), figure("typed line, new key: CPU", typed.work),
            figure(Self.bareKeys, alone.keys, by: chats.serverName),
            figure(Self.crowdedKeys, alone.crowded, by: chats.serverName),
            figure(Self.bareLine, alone.line, by: chats.serverName),
        ] + ratios(new: new.time, typed: typed.time, to: alone)
    }

    /// Sends a line with the current room key, which all devices have. The line after it has a new key.
    private func knownKey() async throws -> (time: Double, work: Double) {
        try await chats.setRotation(10_000)
        try await view.screen.waitForRest()
        // The first line after the change checks everybody's devices once more.
        _ = try await say("a line before one", isTyped: false)
        let known = try await say("a line with a known key", isTyped: false)
        try await chats.setRotation(1)
        try await view.screen.waitForRest()
        return known
    }

    /// - Parameter isTyped: Whether the line is typed first, or all of it comes at once with its Enter.
    /// - Returns: The time from Enter and the client's processor time from then on, both in milliseconds.
    private func say(_ line: String, isTyped: Bool) async throws -> (time: Double, work: Double) {
        if isTyped { try await view.type(line) }
        let process = view.screen.processIdentifier
        let used = ProcessReading.processorTime(of: process)
        ear.listen(for: ExportedRoomKey.algorithm)
        view.screen.send(isTyped ? "\r" : line + "\r")
        let time = try await ear.awaitDelivery()
        try await view.screen.waitForRest()
        return (time, ProcessReading.processorTime(of: process) - used)
    }

    /// - Returns: The server's times, in milliseconds.
    private func allBare() async throws -> (keys: Double, crowded: Double, line: Double) {
        let keys = try await bare.sendKeys(atOnce: 1)
        let crowded = try await bare.sendKeys(atOnce: BareClient.requestsAtOnce)
        let line = try await bare.sendLine(ear)
        // The client can't decrypt the line, shows that and requests its key.
        try await view.screen.waitForRest()
        return (keys, crowded, line)
    }

    /// Returns the ratios of the measured times. The list is empty for `confab serve`, since the bounds apply to other
    /// servers only.
    private func ratios(
        new: Double, typed: Double, to alone: (keys: Double, crowded: Double, line: Double)
    ) -> [Figure] {
        guard !chats.isEmbedded else { return [] }
        let ratios = [
            (Self.typedToCrowdedKeys, typed / alone.crowded), (Self.newToBareKeys, new / alone.keys),
            (Self.newToCrowdedKeys, new / alone.crowded),
        ]
        return ratios.map { Figure(name: $0, size: chats.size, unit: .ratio, samples: [$1]) }
    }

    private func figure(_ name: String, _ value: Double, by program: String = "confab") -> Figure {
        Figure(name: name, size: chats.size, program: program, unit: .milliseconds, samples: [value])
    }
}
