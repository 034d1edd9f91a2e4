import Terminal
import Testing
import ViewModels

@testable import Panes

/// Nothing on a keyboard is silent anywhere: each key has an effect, or a word for it.
@MainActor
@Suite(.timeLimit(.minutes(3))) struct NoKeyIsSilentTests {
    @Test(arguments: PaneContext.allCases) func eachKeyDoesOrSaysSomething(context: PaneContext) throws {
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
            if after.cells != before.cells || after.cursor != before.cursor { continue }
            // At an end there is nowhere to go.
            if let action = test.screen.keyMap.action(for: key, in: context), Self.moves(action) { continue }
            silent.append(key.name)
        }
        #expect(silent.isEmpty, "silent at \(context): \(silent.joined(separator: " "))")
    }

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
