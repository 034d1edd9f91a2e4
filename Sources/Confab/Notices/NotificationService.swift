import Conversations
import MatrixClient
import Messenger
import Presentation

/// Keeps an account connected and shows notifications while no screen has the account open. It resumes
/// after a screen has ended.
@MainActor
final class NotificationService {
    private let profileName: String
    private let directory: ProfileDirectory
    private let log: FileLog
    private let settings: LiveSettings
    private let output: NotificationOutput
    private var account: HeadlessAccount?
    private var isTakingBack = false
    private var takesBackAgain = false

    init(
        profileName: String, directory: ProfileDirectory, log: FileLog, settings: LiveSettings,
        output: NotificationOutput
    ) {
        self.profileName = profileName
        self.directory = directory
        self.log = log
        self.settings = settings
        self.output = output
    }

    /// Runs until it is canceled or can't continue.
    func run() async throws {
        let path = directory.path(profileName)
        let isAlone = try Self.claim(path, profileName)
        defer { withExtendedLifetime(isAlone) {} }
        guard output.hasWay(by: settings.settings.notices) else { throw ProgramError.script(.nowhereToNotify) }
        for problem in settings.problems { ProgramExit.printError(problem.message) }
        settings.onChange = { [weak self] in self?.applySettings() }
        applySettings()
        settings.follow()
        let watch = DatabaseWatch(directory: path) { [weak self] in
            self?.takeBack()
        }
        defer {
            watch.end()
            settings.end()
        }
        while !Task.isCancelled {
            let account = try await openAccount()
            self.account = account
            do {
                try await account.work(listensForScripts: true) { try await account.stay() }
            } catch {
                // Without this notification the user would only miss messages and not know why.
                if case MatrixClientError.loggedOut = error {
                    output.raise(
                        RaisedNotification(ofEndedSession: profileName), of: profileName, by: settings.settings.notices)
                }
                throw error
            }
            self.account = nil
            await account.roomIsTaken()
        }
    }

    /// Whether `confab notify` appears to run for a profile.
    static func seemsToRun(for name: String, in directory: ProfileDirectory) -> Bool {
        ProfileLock.seemsHeld(directory: directory.path(name), file: lockFile)
    }

    private static let lockFile = "notify-lock"

    /// Locks the profile for notifications: two services would show everything twice.
    private static func claim(_ path: String, _ name: String) throws(ProgramError) -> ProfileLock {
        do throws(ProgramError) {
            return try ProfileLock(directory: path, name: name, file: lockFile)
        } catch .profileInUse {
            throw .script(.notifiesAlready(profileName: name))
        }
    }

    /// Waits until no other process has the profile open. Only the account holds the lock.
    private func openAccount() async throws -> HeadlessAccount {
        let lock = try await ProfileLock.whenFree(directory: directory.path(profileName), name: profileName)
        let prepared = try PreparedProfile(directory.load(profileName), lock: lock, directory: directory)
        let account = try HeadlessAccount(
            prepared, directory: directory, log: log, lends: true, settings: settings.settings.messenger
        ) { [output, settings, profileName] notice in
            output.raise(notice, of: profileName, by: settings.settings.notices)
        }
        // This process replaces and withdraws the notifications that a screen left.
        if let standing = await output.desktop?.standing(of: profileName) { account.session.knowNotices(of: standing) }
        return account
    }

    private func applySettings() {
        log.setLevel(settings.settings.logLevel)
        account?.session.apply(settings.settings.messenger, problems: [])
    }

    /// Runs one pass at a time. If something changes during a pass, another one follows.
    private func takeBack() {
        takesBackAgain = isTakingBack
        guard !isTakingBack else { return }
        isTakingBack = true
        Task {
            await withdrawRead()
            isTakingBack = false
            if takesBackAgain { takeBack() }
        }
    }

    /// Withdraws notifications of chats that were read on a screen here or on another device.
    private func withdrawRead() async {
        guard let standing = await output.desktop?.standing(of: profileName), !standing.isEmpty,
            let reader = try? ProfileReader(profileName, directory: directory)
        else { return }
        defer { reader.close() }
        guard let chats = try? await reader.chats() else { return }
        let unread = chats.filter { $0.membership == .invited || $0.unreadCount > 0 }.map(\.id)
        output.withdraw(standing.subtracting(unread), of: profileName)
    }
}
