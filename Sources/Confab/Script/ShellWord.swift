import ArgumentParser

/// A word that a shell is offered to complete what is typed.
enum ShellWord {
    /// Whether no shell takes it for anything but a word. A shell expands what it is offered: the names of chats come from others, and must
    /// run nothing.
    static func isPlain(_ word: String) -> Bool {
        !word.isEmpty && word.first != "-"
            && word.unicodeScalars.allSatisfy { scalar in
                if scalar.isASCII {
                    return ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar) || ("0"..."9").contains(scalar)
                        || " -_.,:@!+=/".unicodeScalars.contains(scalar)
                }
                return scalar.properties.isAlphabetic || scalar.properties.numericType != nil
            }
    }

    /// As the shell that asks takes it: zsh reads what stands behind a colon as a description.
    static func written(_ word: String, for shell: CompletionShell?) -> String {
        shell == .zsh ? word.replacing(":", with: "\\:") : word
    }
}
