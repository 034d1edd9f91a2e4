import ArgumentParser
import Terminal
import ViewModels

/// `confab notify`: shows notifications while no screen is open.
struct NotifyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "notify", abstract: "Stay connected and tell of what arrives, while no screen is open.",
        discussion:
            "It makes room for a screen that is opened, and goes on when that ends. Other commands may ask it meanwhile. "
            + "Notices are raised as the settings have it; confab-notify(1) has a unit for systemd.")

    /// The parent command. Its options may come before or after the subcommand.
    @ParentCommand var program: ConfabCommand

    @OptionGroup var options: ProfileOption

    func run() async throws {
        try await notify()
    }

    @MainActor
    private func notify() async throws {
        let signals = TerminationSignals()
        let paths = ProgramPaths()
        try ProgramPaths.makePrivateDirectory(paths.state)
        let directory = ProfileDirectory(paths: paths, keyring: .ofSession)
        let name = try directory.chosenName(options.profile ?? program.profile)
        _ = try directory.load(name)
        let log = FileLog(path: paths.log)
        let output = output(log, directory)
        let service = NotificationService(
            profileName: name, directory: directory, log: log,
            settings: LiveSettings(file: try SettingsFile(option: program.config)), output: output)
        let work = Task { try await service.run() }
        let result = await signals.cancelling(work)
        await output.desktop?.finish()
        log.finish()
        do {
            try result.get()
        } catch is CancellationError {
            return
        }
    }

    @MainActor
    private func output(_ log: FileLog, _ directory: ProfileDirectory) -> NotificationOutput {
        var terminal: NotificationOutput.TerminalNotification?
        if let shown = NotificationTerminal() {
            terminal = { shown.notify(title: $0, text: $1, desktop: $2, sequence: $3, rings: $4) }
        }
        let silence = Silence()
        return NotificationOutput(
            terminal: terminal, desktop: DesktopNotifications(of: directory),
            command: UserCommand(logger: log.logger(label: "commands")), failed: { silence.report() })
    }

    /// Reports that no desktop shows notifications, but only the first time.
    @MainActor
    private final class Silence {
        private var wasTold = false

        func report() {
            if !wasTold { ProgramExit.printError(.words("notify.nobody-shows")) }
            wasTold = true
        }
    }
}
