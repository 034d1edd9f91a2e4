import Terminal
import TestSeeds
import Testing

@testable import Panes

@Suite(.timeLimit(.minutes(5))) struct TextEditorPropertyTests {
    private let pieces: [Character] = [
        "a", "Z", " ", "\t", "-", "é", "日", "👩‍👩‍👧", "\u{301}", "\u{200D}", "🇩", "🇪", "\u{202E}", "क", "ि",
    ]

    @Test func cursorStaysInsideTheTextAfterAnyKeys() {
        let seed = Seeds.ofThisRun()
        var random = SeededGenerator(seed: seed)
        let keys = BindingTable.textFields.flatMap(\.keys) + [.control("j")]
        for _ in 0..<200 {
            var editor = TextEditor(allowsLines: Bool.random(using: &random))
            for _ in 0..<100 {
                editor.wrapWidth = Int.random(in: -1...12, using: &random)
                switch Int.random(in: 0..<10, using: &random) {
                case 0..<5: if let piece = pieces.randomElement(using: &random) { _ = editor.press(.character(piece)) }
                case 5..<9: if let key = keys.randomElement(using: &random) { _ = editor.press(key) }
                default: editor.paste(String(pieces.shuffled(using: &random)) + "\r\nend\n")
                }
                let isInside = (0...editor.characters.count).contains(editor.cursor)
                let isParted = editor.characters == Array(editor.text)
                guard isInside, isParted else {
                    Issue.record("seed \(seed): cursor \(editor.cursor) in \(editor.text.debugDescription)")
                    return
                }
            }
        }
    }

    @Test func undoRestoresTheInitialText() {
        let seed = Seeds.ofThisRun()
        var random = SeededGenerator(seed: seed)
        let keys = BindingTable.textFields.filter { $0.id != .undo }.flatMap(\.keys)
        for _ in 0..<100 {
            var editor = TextEditor(allowsLines: true, text: "one two\nthree")
            for _ in 0..<60 {
                let key = Bool.random(using: &random) ? keys.randomElement(using: &random) : .character("x")
                if let key { _ = editor.press(key) }
            }
            for _ in 0..<100 { _ = editor.press(.control("_")) }
            #expect(editor.text == "one two\nthree", "seed \(seed)")
        }
    }
}
