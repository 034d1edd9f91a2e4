import ArgumentParser

/// The shell completions for a profile.
enum ProfileCompletion {
    static let kind = CompletionKind.custom { _, _, _ in
        ProfileDirectory(paths: ProgramPaths()).names.filter(ShellWord.isPlain).map {
            ShellWord.written($0, for: CompletionShell.requesting)
        }
    }
}
