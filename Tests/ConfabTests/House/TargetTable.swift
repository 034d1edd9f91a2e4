/// The table of targets in their order, with the package's own targets that each may import.
enum TargetTable {
    static let rows: [(name: String, imports: [String])] = [
        ("CNcurses", []),
        ("CLibraries", []),
        ("CBus", ["CLibraries"]),
        ("CKeyring", ["CLibraries"]),
        ("CSpelling", ["CLibraries"]),
        ("CCmark", []),
        ("CFribidi", []),
        ("CPictures", ["CLibraries"]),
        ("BuildCommit", []),
        ("Terminal", ["CNcurses", "CFribidi"]),
        ("CWords", []),
        ("ViewModels", ["CFribidi", "CWords"]),
        ("Panes", ["Terminal", "ViewModels"]),
        ("Linear", ["ViewModels"]),
        ("Pictures", ["CPictures"]),
        ("DurableFiles", []),
        ("Checkpoints", []),
        ("SearchWords", []),
        ("Conversations", ["SearchWords"]),
        ("Storage", ["Checkpoints", "DurableFiles", "SearchWords", "Conversations"]),
        ("MatrixAPI", []),
        ("MatrixCrypto", ["MatrixAPI"]),
        ("MatrixClient", ["MatrixAPI"]),
        (
            "Engine",
            [
                "CSpelling", "Pictures", "DurableFiles", "SearchWords", "Conversations", "Storage", "MatrixClient",
                "MatrixCrypto", "MatrixAPI",
            ]
        ),
        (
            "Messenger",
            [
                "CCmark", "ViewModels", "Pictures", "SearchWords", "Conversations", "Storage", "MatrixClient",
                "MatrixCrypto", "MatrixAPI", "Engine",
            ]
        ),
        (
            "Presentation",
            [
                "ViewModels", "Pictures", "SearchWords", "Conversations", "Storage", "MatrixClient", "MatrixCrypto",
                "MatrixAPI", "Engine", "Messenger",
            ]
        ),
        ("MatrixServer", ["Pictures", "Checkpoints", "DurableFiles", "SearchWords", "MatrixAPI"]),
        (
            "Confab",
            [
                "CBus", "CKeyring", "CWords", "BuildCommit", "Terminal", "ViewModels", "Panes", "Linear", "Pictures",
                "DurableFiles", "Conversations", "Storage", "MatrixAPI", "MatrixClient", "MatrixCrypto", "Engine",
                "Messenger", "Presentation", "MatrixServer",
            ]
        ),
        (
            "ConfabBench",
            [
                "SearchWords", "Conversations", "Storage", "MatrixAPI", "MatrixClient", "MatrixCrypto", "Engine",
                "TestSupport",
            ]
        ),
    ]

    static let names = rows.map(\.name)

    /// The modules of the toolchain, which Package.swift doesn't list.
    static let toolchain: Set = ["Dispatch", "Foundation", "Glibc", "Swift", "Synchronization"]
}
