import ArgumentParser
import Conversations
import Presentation
import Terminal

/// The shell completions for a chat: for each chat, a reference in one word without characters that a shell interprets.
enum ChatCompletion {
    static let kind = CompletionKind.custom { words, _, _ in
        candidates(words: words).map { ShellWord.written($0, for: CompletionShell.requesting) }
    }

    /// Returns the candidates. An error yields none, since completion has no way to report it.
    private static func candidates(words: [String]) -> [String] {
        let directory = ProfileDirectory(paths: ProgramPaths())
        guard let reader = try? ProfileReader(profile(in: words), directory: directory) else { return [] }
        defer { reader.close() }
        return Self.words(for: (try? reader.listed()) ?? [], hasLetters: LocaleText.prints)
    }

    /// Returns a word for each joined chat: its name if that is unique and plain, else the user ID of a
    /// direct chat or the chat's ID. A name that is spelled in another way in a charset finds no chat.
    static func words(for chats: [Chat], hasLetters: (String) -> Bool = { _ in true }) -> [String] {
        let chats = chats.filter { !$0.isSpace && $0.membership == .joined }
        let names = chats.map(ChatLookup.name)
        var counts: [String: Int] = [:]
        for name in names { counts[name.lowercased(), default: 0] += 1 }
        return zip(chats, names).compactMap { chat, name in
            let isUnique = counts[name.lowercased()] == 1
            return [isUnique ? name : nil, chat.directUserID, chat.id].lazy.compactMap(\.self).first {
                ShellWord.isPlain($0) && hasLetters($0)
            }
        }
    }

    private static func profile(in words: [String]) -> String? {
        guard let place = words.lastIndex(of: "--profile"), words.indices.contains(place + 1) else { return nil }
        return words[place + 1]
    }
}
