import TestSupport

/// A day in short: what is drawn for a fixed row of keys, how much memory each step leaves, and what rest costs.
struct SessionMeasurement {
    let account: BenchAccount
    /// How far back to scroll, in messages.
    let scrolled: Int

    func figures() async throws -> [Figure] {
        let screen = try await account.open(showing: ProfileFiller.newestText)
        try await screen.waitForRest()
        var figures = memory(of: screen, "opened", anonymous: 25, resident: 60)
        figures += try await script(screen)
        try await scroll(screen)
        figures += memory(of: screen, "scrolled through \(scrolled) messages", anonymous: 40, resident: 60)
        try await visitChats(screen)
        figures += memory(of: screen, "200 chats visited", anonymous: 40, resident: 60)
        figures += try await idle(screen)
        try await account.quit(screen)
        return figures
    }

    private func memory(
        of screen: ScreenDriver, _ step: String, anonymous: Double, resident: Double
    ) -> [Figure] {
        guard let memory = ProcessReading.memory(of: screen.processIdentifier) else { return [] }
        return [
            Figure(
                name: "memory, \(name(step)): anonymous", value: memory.anonymous, unit: .megabytes, budget: anonymous),
            Figure(name: "memory, \(name(step)): resident", value: memory.resident, unit: .megabytes, budget: resident),
        ]
    }

    /// The same in each run, however far was scrolled.
    private func name(_ step: String) -> String { step.hasPrefix("scrolled") ? "history scrolled" : step }

    /// Types a line, leafs through history, chats, list and help, and comes back.
    private func script(_ screen: ScreenDriver) async throws -> [Figure] {
        let (frames, bytes) = (screen.piecesReceived, screen.bytesReceived)
        for letter in "a line of some words that is typed slowly" {
            try await untilDrawn(screen) { $0.send(String(letter)) }
        }
        try await press(.control("u"), on: screen)
        for _ in 0..<5 {
            try await press(.pageUp, on: screen)
        }
        try await press(.meta(">"), on: screen)
        for key in [PressedKey.control("n"), .control("n"), .control("p"), .control("p"), .tab, .tab] {
            try await press(key, on: screen)
        }
        try await press(.function(1), on: screen)
        try await press(.escape, on: screen)
        return [
            Figure(
                name: "scripted session: frames", value: Double(screen.piecesReceived - frames), unit: .count),
            Figure(
                name: "scripted session: output", value: Double(screen.bytesReceived - bytes) / 1_000, unit: .kilobytes),
        ]
    }

    private func scroll(_ screen: ScreenDriver) async throws {
        // A screen of 24 rows shows about 12 of these messages.
        for _ in 0..<max(1, scrolled / 12) {
            try await press(.pageUp, on: screen)
        }
        screen.send(.meta(">"))
        try await screen.waitForRest()
    }

    private func visitChats(_ screen: ScreenDriver) async throws {
        for _ in 0..<200 {
            try await press(.control("n"), on: screen)
        }
        try await screen.waitForRest()
    }

    private func idle(_ screen: ScreenDriver) async throws -> [Figure] {
        // Timers of what was done before (a draft's half second, a typing notice) have run out by then.
        try await Task.sleep(for: .seconds(3))
        let (before, frames) = (ProcessReading(screen.processIdentifier), screen.piecesReceived)
        // What is measured is this time, in which nobody does anything.
        try await Task.sleep(for: .seconds(10))
        let used = ProcessReading(screen.processIdentifier).since(before)
        return [
            Figure(
                name: "ten seconds of rest: frames", value: Double(screen.piecesReceived - frames), unit: .count,
                budget: 0),
            Figure(name: "ten seconds of rest: wake-ups", value: Double(used.turns), unit: .count),
            Figure(name: "ten seconds of rest: CPU", value: used.milliseconds, unit: .milliseconds),
        ]
    }

    private func press(_ key: PressedKey, on screen: ScreenDriver) async throws {
        try await untilDrawn(screen) { $0.send(key) }
    }

    /// Waits for the frame that a key brings, and goes on after a while where it brings none.
    private func untilDrawn(_ screen: ScreenDriver, _ type: (ScreenDriver) -> Void) async throws {
        // It may be there before the next line is.
        let frames = screen.piecesReceived
        type(screen)
        // A key that changes nothing on screen brings no frame to wait for.
        for _ in 0..<50 where screen.piecesReceived == frames { try await Task.sleep(for: .milliseconds(1)) }
    }
}
