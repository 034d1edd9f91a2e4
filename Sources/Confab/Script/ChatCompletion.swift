import ArgumentParser
import Conversations
import Messenger

/// What a shell offers where a chat is to be given: of each chat what names it in a word that no shell can take for anything else.
enum ChatCompletion {
    static let kind = CompletionKind.custom { words, _, _ in
        candidates(words: words).map { ShellWord.written($0, for: CompletionShell.requesting) }
    }

    /// What can't be read offers nothing: there is nobody to be told.
    private static func candidates(words: [String]) -> [String] {
        let directory = ProfileDirectory(paths: ProgramPaths())
        guard let reader = try? ProfileReader(profile(in: words), directory: directory) else { return [] }
        defer { reader.close() }
        return Self.words(for: (try? reader.listed()) ?? [])
    }

    /// Names first, as far as they tell a chat from all others.
    static func words(for chats: [Chat]) -> [String] {
        let chats = chats.filter { !$0.isSpace && $0.membership == .joined }
        let names = chats.map(ChatLookup.name)
        var counts: [String: Int] = [:]
        for name in names { counts[name.lowercased(), default: 0] += 1 }
        return zip(chats, names).compactMap { chat, name in
            let isUnique = counts[name.lowercased()] == 1
            return [isUnique ? name : nil, chat.directUserID, chat.id].lazy.compactMap(\.self).first(
                where: ShellWord.isPlain)
        }
    }

    private static func profile(in words: [String]) -> String? {
        guard let place = words.lastIndex(of: "--profile"), words.indices.contains(place + 1) else { return nil }
        return words[place + 1]
    }
}
