import TestSeeds
import TestSupport
import Testing

/// Types lines at ana's and kills her program or the server at a moment that chance chooses.
struct Killer {
    let conversation: Conversation
    let seed: UInt64
    /// What has to be there in the end, oldest first.
    private(set) var accepted: [String] = []
    private var random: SeededGenerator
    private var number = 0

    init(conversation: Conversation, seed: UInt64) {
        self.conversation = conversation
        self.seed = seed
        random = SeededGenerator(seed: seed)
    }

    /// Some lines and one kill.
    mutating func round() async throws {
        let ana = conversation.ana
        var typed: [String] = []
        for _ in 0..<Int.random(in: 1...3, using: &random) {
            number += 1
            typed.append(Conversation.line(number))
            try ana.enter(Conversation.line(number))
        }
        try await Task.sleep(for: .milliseconds(Int.random(in: 0...120, using: &random)))
        if Bool.random(using: &random) {
            try await killServer()
            let last = typed.last ?? ""
            try await ana.screen.waitUntil("\(last) in the chat", timeout: .seconds(60)) {
                $0.numberedLines.last == last
            }
            accepted += typed
        } else {
            try await killClient(after: typed)
        }
    }

    func expectNothingLost() async throws {
        try await conversation.expectNothingLost(ana: accepted)
    }

    private mutating func killServer() async throws {
        try await conversation.server.kill()
        try await Task.sleep(for: .milliseconds(Int.random(in: 0...300, using: &random)))
        try await conversation.server.start()
    }

    /// What is not on disk after the kill is gone. A line that the screen never showed may be; one that it showed may not.
    private mutating func killClient(after typed: [String]) async throws {
        let ana = conversation.ana
        let shown = Set(try await ana.kill())
        let kept = Set(try conversation.linesOnDisk(of: ana))
        for line in typed where shown.contains(line) {
            #expect(kept.contains(line), "\(line) was shown before the kill, CONFAB_SEED=\(seed)")
        }
        accepted += typed.filter(kept.contains)
        try await ana.open()
        try await ana.clearComposer()
    }
}
