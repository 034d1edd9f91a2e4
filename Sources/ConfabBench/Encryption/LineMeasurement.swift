import Foundation
import MatrixCrypto
import TestSupport

/// From Enter in an encrypted chat until somebody else's long poll has the line, beside what the server takes for it from a bare client.
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
    let ear: Ear
    let view: KeyedChatScreen

    /// The first line of all, for which everybody's keys are asked for.
    func firstLine() async throws -> [Figure] {
        let (time, work) = try await say("the first line of all", isTyped: false)
        return [
            figure(Self.first, time), figure("first line: CPU", work),
            Figure(
                name: "size of the messages to devices", size: chats.size, unit: .kilobytes,
                samples: [bare.kilobytes]),
        ]
    }

    /// One round.
    ///
    /// - Parameter isBareFirst: who has the first turn.
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

    /// A line for which nobody has to be told anything; the one after it has a key of its own.
    private func knownKey() async throws -> (time: Double, work: Double) {
        try await chats.setRotation(10_000)
        try await view.screen.waitForRest()
        // The first after the change looks at everybody once more.
        _ = try await say("a line before one", isTyped: false)
        let known = try await say("a line with a known key", isTyped: false)
        try await chats.setRotation(1)
        try await view.screen.waitForRest()
        return known
    }

    /// - Parameter isTyped: whether somebody types it first, or all of it comes at once with its Enter.
    /// - Returns: how long it took from Enter and the client's processor time from then on, both in milliseconds.
    private func say(_ line: String, isTyped: Bool) async throws -> (time: Double, work: Double) {
        if isTyped { try await view.type(line) }
        let process = view.screen.processIdentifier
        let used = ProcessReading.processorTime(of: process)
        ear.listen(for: ExportedRoomKey.algorithm)
        view.screen.send(isTyped ? "\r" : line + "\r")
        let time = try await ear.hear()
        try await view.screen.waitForRest()
        return (time, ProcessReading.processorTime(of: process) - used)
    }

    /// - Returns: how long the server took, in milliseconds.
    private func allBare() async throws -> (keys: Double, crowded: Double, line: Double) {
        let keys = try await bare.sendKeys(atOnce: 1)
        let crowded = try await bare.sendKeys(atOnce: BareClient.requestsAtOnce)
        let line = try await bare.sendLine(ear)
        // It can't be read, which is shown and asked about.
        try await view.screen.waitForRest()
        return (keys, crowded, line)
    }

    /// Of another server alone: what is asked for is held against that one.
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
