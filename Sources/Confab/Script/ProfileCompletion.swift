import ArgumentParser

/// What a shell offers where a profile is to be given.
enum ProfileCompletion {
    static let kind = CompletionKind.custom { _, _, _ in
        ProfileDirectory(paths: ProgramPaths()).names.filter(ShellWord.isPlain).map {
            ShellWord.written($0, for: CompletionShell.requesting)
        }
    }
}
