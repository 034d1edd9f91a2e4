import ArgumentParser
import Foundation
import Panes

/// `confab config`: prints all settings with their defaults, and checks the settings file.
struct ConfigCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "config", abstract: "Print all settings with their defaults, and check the file of settings.",
        discussion: "What is printed is a whole file of settings. What is wrong in yours is said on standard error.")

    /// The parent command. Its options may come before or after the subcommand.
    @ParentCommand var program: ConfabCommand

    @Option(help: ArgumentHelp("Check this file instead of confab.toml.", valueName: "file"))
    var config: String?

    func run() throws {
        let file = try SettingsFile(option: config ?? program.config)
        print("# \(file.exists ? "Confab reads" : "Confab would read") \(file.path)\n")
        print(String(decoding: PackageResources.confab_toml, as: UTF8.self), terminator: "")
        print(Self.keys, terminator: "")
        fflush(nil)
        let problems = file.read(previous: Settings()).problems
        guard let last = problems.last else { return }
        for problem in problems.dropLast() { ProgramExit.say(problem.message) }
        throw ProgramError.settings(last)
    }

    /// Every action with configurable keys and its default keys, as comments. A line without its `#` is a setting.
    private static var keys: String {
        let free = BindingTable.all.filter { binding in
            KeyMap.with(overrides: [binding.id.name: binding.keys.map(\.name)]).problems.isEmpty
        }
        return free.map { binding in
            let names = binding.keys.map { quoted($0.name) }.joined(separator: ", ")
            return "#\n# \(binding.title)\n# \(binding.id.name) = [\(names)]\n"
        }.joined()
    }

    private static func quoted(_ text: String) -> String {
        "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
    }
}
