import Testing

@testable import Confab

@Suite(.timeLimit(.minutes(5))) struct EditorCommandTests {
    @Test func editorCommandIsSplitWithoutAShell() {
        #expect(EditorCommand.words(of: "code --wait") == ["code", "--wait"])
        #expect(
            EditorCommand.words(of: " 'my editor'  -c \"set x\" a\\ b ''") == ["my editor", "-c", "set x", "a b", ""])
        #expect(EditorCommand.words(of: "vi; rm -rf $HOME") == ["vi;", "rm", "-rf", "$HOME"])
    }

    @Test func visualPrecedesEditorAndViIsTheDefault() {
        #expect(EditorCommand(environment: ["VISUAL": "a", "EDITOR": "b"]).words == ["a"])
        #expect(EditorCommand(environment: ["VISUAL": " ", "EDITOR": "b -w"]).words == ["b", "-w"])
        #expect(EditorCommand(environment: [:]).words == ["vi"])
    }
}
