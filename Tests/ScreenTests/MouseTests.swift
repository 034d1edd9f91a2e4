import Foundation
import TestSupport
import TestTraits
import Testing

/// Tests the mouse in a terminal that reports it.
@Suite(.serialized, .timeLimit(.minutes(10)), .sandboxed) struct MouseTests {
    @Test func clickOpensHelpAndMouseModeIsResetOnQuit() async throws {
        let ana = try PersonAtScreen("ana")
        let screen = try await ana.beginWithGuide()
        #expect(screen.screen.modes.isSuperset(of: [1000, 1006]))
        let footer = screen.screen.height - 1
        let help = try #require(screen.screen.rows[footer].range(of: "help"))
        let x = screen.screen.rows[footer].distance(from: screen.screen.rows[footer].startIndex, to: help.lowerBound)
        screen.send("\u{1B}[<0;\(x + 1);\(footer + 1)M\u{1B}[<0;\(x + 1);\(footer + 1)m")
        try await screen.waitFor("Help ›")
        screen.send(.escape)
        try await screen.waitUntilGone("Help ›")
        screen.send(.control("c"), .control("c"))
        #expect(try await screen.waitForExit() == .status(0))
        screen.expectLeftAsFound()
    }

    @Test func settingDisablesMouseMode() async throws {
        let ana = try PersonAtScreen("ana")
        let screen = try await ana.beginWithGuide()
        try ana.save(settings: "[terminal]\nmouse = false\n")
        try await screen.waitUntil("the mouse given back") { $0.modes.isDisjoint(with: [1000, 1006]) }
        try ana.save(settings: "")
        try await screen.waitUntil("the mouse again") { $0.modes.isSuperset(of: [1000, 1006]) }
    }

    /// If the mouse is disabled, the terminal handles the wheel. It must not arrive as arrow keys and move the
    /// selection.
    @Test(arguments: [false, true]) func wheelIsNotSentAsArrowKeysWhenMouseIsOff(fromTheStart: Bool) async throws {
        let ana = try PersonAtScreen("ana")
        let off = "[terminal]\nmouse = false\n"
        if fromTheStart { try ana.save(settings: off) }
        let screen = try await ana.beginWithGuide()
        #expect(screen.screen.modes.contains(1007) != fromTheStart)
        try ana.save(settings: off)
        try await screen.waitUntil("no arrow keys") { $0.modes.isDisjoint(with: [1000, 1006, 1007]) }
        try ana.save(settings: "")
        try await screen.waitUntil("the wheel as it was") { $0.modes.isSuperset(of: [1000, 1006, 1007]) }
        try ana.save(settings: off)
        try await screen.waitUntil("no arrow keys") { $0.modes.isDisjoint(with: [1000, 1006, 1007]) }
        screen.send(.control("c"), .control("c"))
        #expect(try await screen.waitForExit() == .status(0))
        screen.expectLeftAsFound()
    }

    @Test func malformedMouseReportsAreIgnored() async throws {
        let ana = try PersonAtScreen("ana")
        let screen = try await ana.beginWithGuide()
        try await ana.settle()
        let reports = [
            "<0;0;0M", "<;;M", "<M", "<0;999999999999;3M", "<0;5;99999m", "<-1;5;5M", "<0;5M", "<999;5;5M",
            "<0:1:2;5;5M", "<64;1;1M", "<3;4;5;6;7M",
        ]
        for report in reports { screen.send("\u{1B}[\(report)") }
        screen.send("still here")
        try await screen.waitFor("▏still here")
    }
}
