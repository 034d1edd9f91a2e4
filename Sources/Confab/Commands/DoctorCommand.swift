import ArgumentParser
import Glibc
import Terminal

/// `confab doctor`: reports the features that the terminal, tmux or screen in use lacks, and the lines that fix them.
struct DoctorCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor", abstract: "Say what the terminal, tmux or screen in use lacks, and what mends it.",
        discussion: "It asks the terminal itself, where there is one. The exit status is 1 where something is missing.")

    /// The parent command. Its options may come before or after the subcommand.
    @ParentCommand var program: ConfabCommand

    func run() async throws {
        let findings = await examine(try SettingsFile(option: program.config))
        print(DiagnosisText.text(findings, width: TerminalReport.columns ?? .max), terminator: "")
        fflush(nil)
        if findings.contains(where: { $0.state == .missing }) { throw ExitCode(1) }
    }

    @MainActor
    private func examine(_ file: SettingsFile) -> [Finding] {
        let environment = ProgramEnvironment.value
        let variable: (String) -> String? = { name in environment[name].flatMap { $0.isEmpty ? nil : $0 } }
        let tmux = variable("TMUX") == nil ? nil : TmuxOptions.read()
        let bus = NoticeBus.find(
            LiveSettings(file: file).settings.notices.desktop,
            DesktopNotices(of: ProfileDirectory(paths: ProgramPaths())))
        return Diagnosis(report: .make(), environment: variable, tmux: tmux, bus: bus).findings
    }
}
