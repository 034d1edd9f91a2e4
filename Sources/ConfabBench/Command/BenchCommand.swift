import ArgumentParser

/// `confab-bench`: measures the program in the same directory.
@main
struct BenchCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "confab-bench",
        abstract: "Measures confab, on profiles and servers that it makes and removes again.",
        discussion: """
            Each figure is the median of several rounds, in which programs and sizes take turns, and stands beside what it has \
            to be. confab-bench(1) says how to read the table.
            """,
        subcommands: [
            ClientCommand.self, ServerCommand.self, CompareCommand.self, EncryptionCommand.self, DenialCommand.self,
            CheckCommand.self,
        ])
}
