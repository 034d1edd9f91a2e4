import ArgumentParser
import Conversations
import Messenger

/// What a shell offers where a chat is to be given: of each chat what names it in a word that no shell can take for anything else.
enum ChatCompletion {
    static let kind = CompletionKind.custom { words, _, _ in
        candidates(words: words, isForZsh: CompletionShell.requesting == .zsh)
    }

    /// What can't be read offers nothing: there is nobody to be told.
    static func candidates(words: [String], isForZsh: Bool, directory: ProfileDirectory? = nil) -> [String] {
        let directory = directory ?? ProfileDirectory(paths: ProgramPaths())
        guard let reader = try? ProfileReader(profile(in: words), directory: directory) else { return [] }
        defer { reader.close() }
        let chats = (try? reader.listed()) ?? []
        let names = Self.words(for: chats)
        // zsh takes what stands behind a colon for a description.
        return isForZsh ? names.map { $0.replacing(":", with: "\\:") } : names
    }

    /// Names first, as far as they tell a chat from all others.
    static func words(for chats: [Chat]) -> [String] {
        let chats = chats.filter { !$0.isSpace && $0.membership == .joined }
        let names = chats.map(ChatLookup.name)
        var counts: [String: Int] = [:]
        for name in names { counts[name.lowercased(), default: 0] += 1 }
        return zip(chats, names).compactMap { chat, name in
            let isUnique = counts[name.lowercased()] == 1
            return [isUnique ? name : nil, chat.directUserID, chat.id].lazy.compactMap(\.self).first(where: isPlain)
        }
    }

    /// A shell expands what it is offered: the names of chats come from others, and must run nothing.
    private static func isPlain(_ word: String) -> Bool {
        !word.isEmpty && word.first != "-"
            && word.unicodeScalars.allSatisfy { scalar in
                if scalar.isASCII {
                    return ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar) || ("0"..."9").contains(scalar)
                        || " -_.,:@!+=/".unicodeScalars.contains(scalar)
                }
                return scalar.properties.isAlphabetic || scalar.properties.numericType != nil
            }
    }

    private static func profile(in words: [String]) -> String? {
        guard let place = words.lastIndex(of: "--profile"), words.indices.contains(place + 1) else { return nil }
        return words[place + 1]
    }
}
