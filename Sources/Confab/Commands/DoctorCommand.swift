import ArgumentParser
import Glibc
import Terminal

/// `confab doctor`: what the terminal, tmux or screen in use lacks, and the lines that mend it.
struct DoctorCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor", abstract: "Say what the terminal, tmux or screen in use lacks, and what mends it.",
        discussion: "It asks the terminal itself, where there is one. The exit status is 1 where something is missing.")

    func run() async throws {
        let findings = await examine()
        print(DiagnosisText.text(findings, width: TerminalReport.columns ?? .max), terminator: "")
        fflush(nil)
        if findings.contains(where: { $0.state == .missing }) { throw ExitCode(1) }
    }

    @MainActor
    private func examine() -> [Finding] {
        let environment = ProgramEnvironment.value
        let variable: (String) -> String? = { name in environment[name].flatMap { $0.isEmpty ? nil : $0 } }
        let tmux = variable("TMUX") == nil ? nil : TmuxOptions.read()
        return Diagnosis(report: .make(), environment: variable, tmux: tmux).findings
    }
}
