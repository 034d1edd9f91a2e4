import ArgumentParser

/// A completion that is offered to a shell.
enum ShellWord {
    /// Whether a word has no special meaning in any shell. Shells expand completions, and chat names come from
    /// other people: a name must not run a command.
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

    /// Escapes a word for the shell: zsh treats the text after a colon as a description.
    static func written(_ word: String, for shell: CompletionShell?) -> String {
        shell == .zsh ? word.replacing(":", with: "\\:") : word
    }
}
