import TestSupport
import Testing

extension NothingLost {
    @Suite(.serialized) struct RandomKillTests {
        /// A line that the screen never showed may be missing, but not doubled.
        @Test func twentyKillsOfEitherSideLoseAndDoubleNothing() async throws {
            let seed = UInt64.random(in: 0...UInt64.max)
            print("twentyKillsOfEitherSideLoseAndDoubleNothing: seed \(seed)")
            var random = SeededGenerator(seed: seed)
            let conversation = try await Conversation()
            let (ana, server) = (conversation.ana, conversation.server)
            var accepted: [String] = []
            var number = 0
            for _ in 0..<20 {
                var typed: [String] = []
                for _ in 0..<Int.random(in: 1...3, using: &random) {
                    number += 1
                    typed.append(Conversation.line(number))
                    try ana.enter(Conversation.line(number))
                }
                try await Task.sleep(for: .milliseconds(Int.random(in: 0...120, using: &random)))
                if Bool.random(using: &random) {
                    try await server.kill()
                    try await Task.sleep(for: .milliseconds(Int.random(in: 0...300, using: &random)))
                    try await server.start()
                    try await ana.waitToSee(accepted + typed)
                } else {
                    let shown = Set(try await ana.kill())
                    try await ana.open()
                    try await ana.clearComposer()
                    // What is not on disk now is gone, and what is on disk the first frame shows.
                    let kept = Set(try ana.screen.screen.numberedLines)
                    for line in typed where shown.contains(line) {
                        #expect(kept.contains(line), "\(line) was shown before the kill, seed \(seed)")
                    }
                    typed = typed.filter(kept.contains)
                }
                accepted += typed
            }
            try await conversation.expectEverywhere(accepted)
        }
    }
}
