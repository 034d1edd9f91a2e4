import ArgumentParser
import MatrixClient
import ViewModels

/// `confab logout`: ends the account's session on its homeserver, and keeps the data on this device.
struct LogoutCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "logout", abstract: "End the session of a profile on its homeserver.",
        discussion:
            "Chats, drafts, unsent lines and this device's contacts stay here; confab shows them, and ^O l logs in again."
    )

    /// The parent command. Its options may come before or after the subcommand.
    @ParentCommand var program: ConfabCommand

    @OptionGroup var options: ProfileOption

    func run() async throws {
        try await logOut()
    }

    @MainActor
    private func logOut() async throws {
        let paths = ProgramPaths()
        try ProgramPaths.makePrivateDirectory(paths.state)
        let directory = ProfileDirectory(paths: paths, keyring: .ofSession)
        guard let name = options.profile ?? program.profile ?? directory.lastUsedName else {
            throw ProgramError.input(.noProfile)
        }
        let profile = try directory.load(name)
        guard case .remote(let address) = profile.home else { throw ProgramError.nothingToLogOut(name: name) }
        let lock = try ProfileClaim(.lend, on: name, in: directory).lock {
            try ProfileLock(directory: directory.path(name), name: name)
        }
        let store = directory.tokens(name)
        // An unreadable keyring is reported once, at the end.
        directory.keyring?.whenGivenUp { _ in }
        let tokens = await store.loadAside()
        // Without its token this device can't be logged out, and would stay on the account.
        if tokens == nil, store.content == .inKeyring { throw ProgramError.keyringSilent(name: name) }
        if let tokens {
            let client = HomeserverClient(
                homeserver: try HomeserverLocation(userInput: address, allowsInsecure: true), tokens: tokens,
                keep: store.saveInBackground,
                logger: FileLog(path: paths.log).logger(label: "client"))
            let result: MatrixClientError?
            do throws(MatrixClientError) {
                try await client.logOut()
                result = nil
            } catch {
                result = error
            }
            await client.shutdown()
            if let result, result.isTransient { throw result }
        }
        let unsent = try await EndedSession(directory: directory).discard(name)
        withExtendedLifetime(lock) {}
        let said: String =
            .words("commands.logged-out", ["person": profile.userID, "profile": name])
        LocaleText.print(DisplayText(sanitizing: said).string)
        if let unsent { LocaleText.print(DisplayText.words("unsent-file.unsent-is-in", ["file": unsent]).string) }
    }
}
