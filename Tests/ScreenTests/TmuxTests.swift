import TestSupport
import TestTraits
import Testing

/// Tests two users in adjacent panes of tmux, a common setup. Tmux emulates a terminal of its own, and its panes
/// change their sizes.
@Suite(
    .serialized, .timeLimit(.minutes(10)), .sandboxed,
    .enabled(if: Tmux.path != nil, "left out: tmux is not installed"))
struct TmuxTests {
    @Test func twoPeopleChatInAdjacentTmuxPanes() async throws {
        let meeting = try await Meeting.inAChat()
        for person in [meeting.ana, meeting.bo] {
            person.screen.send(.control("c"), .control("c"))
            #expect(try await person.screen.waitForExit() == .status(0))
        }
        let tmux = try await Tmux(left: meeting.ana.home.environment, right: meeting.bo.home.environment)
        let (ana, bo) = (0, 1)
        for pane in [ana, bo] {
            try await tmux.wait(for: "online", in: pane)
            try await tmux.wait(for: "write a message", in: pane)
        }
        try await tmux.type("hello bo 日本", in: ana)
        try await tmux.wait(for: "ana types…", in: bo)
        try await tmux.press("Enter", in: ana)
        try await tmux.wait(for: "hello bo 日本", in: bo)
        // The user in the other pane gives that pane the focus.
        try await tmux.type("hello yourself", in: bo)
        try await tmux.press("Enter", in: bo)
        try await tmux.wait(for: "hello yourself", in: ana)
        try await tmux.wait(for: "hello bo 日本", endingIn: "read", in: ana)

        try await tmux.resize(pane: ana, width: 50)
        try await tmux.wait("a frame of fifty columns", in: ana) { rows in
            rows.allSatisfy { $0.count <= 50 } && rows.contains { $0.contains("hello yourself") }
                && rows.contains { $0.contains("write a message") }
        }
        try await tmux.wait(for: "hello yourself", in: bo)
        for pane in [ana, bo] {
            try await tmux.press("C-c", in: pane)
            try await tmux.press("C-c", in: pane)
            try await tmux.wait(for: "left with 0", in: pane)
        }
    }
}
