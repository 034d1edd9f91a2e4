import ArgumentParser
import Conversations
import Terminal
import Testing

@testable import Confab

@Suite(.timeLimit(.minutes(5))) struct ChatCompletionTests {
    private func chat(_ id: String, _ name: String, _ edit: (inout Chat) -> Void = { _ in }) -> Chat {
        var chat = Chat(id: id, membership: .joined)
        chat.givenName = name
        edit(&chat)
        return chat
    }

    @Test func chatIsCompletedByNameWhenUnique() {
        let chats = [
            chat("!a:h", "Garden party"), chat("!b:h", "twins"), chat("!c:h", "Twins"), chat("!d:h", "Küche"),
            chat("!e:h", "Space") { $0.isSpace = true }, chat("!f:h", "left") { $0.membership = .left },
        ]
        #expect(ChatCompletion.words(for: chats) == ["Garden party", "!b:h", "!c:h", "Küche"])
        // In ASCII, the name would be printed as "Kuche", which no chat has.
        let plain = ChatCompletion.words(for: chats, hasLetters: TerminalCharset.ascii.has)
        #expect(plain == ["Garden party", "!b:h", "!c:h", "!d:h"])
    }

    /// The shell expands offered completions.
    @Test(arguments: [
        "$(touch x)", "`touch x`", "a;b", "a\nb", "~", "$HOME", "a{b,c}", "--all", "'", "\"", "\\", "a|b", "*",
        "a\u{202E}b",
    ])
    func shellMetacharactersAreNotCompleted(name: String) {
        let direct = chat("!a:h", name) { $0.directUserID = "@\(name):h" }
        let words = ChatCompletion.words(for: [direct, chat("!\(name):h", name + " ")])
        #expect(words == ["!a:h"] || words == ["@--all:h", "!--all:h"], "\(words)")
    }

    @Test(arguments: [CompletionShell.bash, .zsh, .fish])
    func completionScriptsContainEveryCommand(shell: CompletionShell) throws {
        let script = ConfabCommand.completionScript(for: shell)
        let commands = try CommandTree().words.filter {
            !$0.contains("-") && !$0.contains(" ") || $0.split(separator: " ").count == 2
        }
        let names = commands.filter { !$0.contains("--") }.map { String($0.split(separator: " ").last ?? "") }
        #expect(names.count > 10)
        for name in names { #expect(script.contains(name), "\(name)") }
        #expect(script.contains("---completion"))
    }
}
