import Terminal
import Testing
import ViewModels

@testable import Panes

/// Tests that each key has an effect or shows a message in every context.
@MainActor
@Suite(.timeLimit(.minutes(5))) struct NoKeyIsSilentTests {
    @Test(arguments: PaneContext.allCases) func everyKeyHasAnEffectOrShowsAMessage(context: PaneContext) throws {
        var silent: [String] = []
        let untouched = TestScreen(width: 80, height: 24)
        try #require(untouched.show(context), "no way to \(context)")
        let before = untouched.screen.draw()
        for key in Self.keyboard {
            let test = TestScreen(width: 80, height: 24)
            _ = test.show(context)
            test.asked = []
            test.commands = []
            test.press(key)
            if !test.screen.footer.message.isEmpty || !test.asked.isEmpty || !test.commands.isEmpty { continue }
            let after = test.screen.draw()
            if !after.hasSameCells(as: before) || after.cursor != before.cursor { continue }
            // At the end of a list a movement has no effect, but elsewhere it has.
            if let action = test.screen.keyMap.action(for: key, in: context), Self.moves(action),
                Self.ways.contains(where: { moves(key, action, after: $0, context) })
            {
                continue
            }
            silent.append(key.name)
        }
        #expect(silent.isEmpty, "silent at \(context): \(silent.joined(separator: " "))")
    }

    /// Whether a movement key has an effect after other keys moved away from the end.
    private func moves(_ key: Key, _ action: ActionID, after way: [Key], _ context: PaneContext) -> Bool {
        let test = TestScreen(width: 80, height: 24)
        guard test.show(context) else { return false }
        // The rows exceed the screen.
        if Set<PaneContext>.messages.contains(context) { test.raiseChat(Samples.lines(0..<100)) }
        for key in way { test.press(key) }
        guard test.screen.keyMap.action(for: key, in: test.screen.context) == action else { return false }
        let before = test.screen.draw()
        test.press(key)
        let after = test.screen.draw()
        return !after.hasSameCells(as: before) || after.cursor != before.cursor
    }

    /// The key sequences that move to the middle and to the other end, in text and in rows.
    private static let ways: [[Key]] = {
        let words = "ab cd ef".map(Key.character)
        let moves: [[Key]] = [
            [.down], [.up], [.end], [.home], [.pageDown], [.pageUp], [.left], [.right], [.tab], [.down, .down],
            [.up, .up],
        ].map { $0.map { Key($0) } }
        let killed = words + [.control("u")]
        return moves + [
            words, words + [Key(.home)], words + [.meta("b")], killed,
            killed + [.character("z"), .control("u"), .control("y")],
        ]
            + [
                words + [Key(.pageUp)], words + [Key(.enter, .meta)] + words,
                words + [Key(.enter, .meta)] + words + [Key(.up)],
            ]
    }()

    private static let keyboard: [Key] = {
        let signs = (UInt8(ascii: " ")...UInt8(ascii: "~")).map { Character(UnicodeScalar($0)) } + ["é", "ß", "€"]
        let named: [Key.Code] =
            [
                .enter, .tab, .escape, .backspace, .delete, .insert, .up, .down, .left, .right, .home, .end, .pageUp,
                .pageDown,
            ]
            + (1...12).map { .function($0) }
        let held = "abcdefghijklmnopqrstuvwxyz_]^\\@".map { Key.control($0) }
        return signs.map(Key.character) + signs.dropFirst().map(Key.meta) + held + named.map { Key($0) }
            + named.flatMap { code in
                [Key.Modifiers.shift, .meta, .control].map { Key(code, $0) }
            }
    }()

    private static func moves(_ action: ActionID) -> Bool {
        guard let binding = KeyMap.standard.binding(action) else { return false }
        return [.textFields, .reading].contains(binding.group) || OwnKeysTests.movements.contains(action)
    }
}
