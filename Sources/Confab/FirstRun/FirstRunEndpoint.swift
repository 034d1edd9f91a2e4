import MatrixAPI
import MatrixClient
import MatrixServer
import Messenger
import ViewModels

/// Creates the account of the first run, or logs in to an existing one.
@MainActor
final class FirstRunEndpoint {
    private let directory: ProfileDirectory
    private let log: FileLog
    private lazy var talk = LoginPrompts { [weak self] in self?.answer(.login(.told($0))) }
    /// Set after the router is created.
    var answer: (FirstRunEvent) -> Void = { _ in }

    init(directory: ProfileDirectory, log: FileLog) {
        self.directory = directory
        self.log = log
    }

    /// Starts the embedded server, registers the account, and lets the guide start a chat with it. The profile's
    /// file is written last: an interrupted first run is asked again, and finds the existing account.
    func start(name: String, answer: @escaping (FirstRunEvent) -> Void) {
        let shown = name.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        guard let localpart = AccountName.localpart(from: shown) else {
            return answer(.failed(NameRejectionReason.noLetter))
        }
        guard localpart != EmbeddedServer.guideLocalpart else {
            return answer(.failed(NameRejectionReason.guide))
        }
        let profile = Profile(
            home: .embedded, userID: "@\(localpart):\(EmbeddedHomeserver.serverName)",
            deviceID: DeviceName.newIdentifier(),
            displayName: shown)
        Task {
            do {
                let prepared = try PreparedProfile(profile, directory: directory)
                let home = try await EmbeddedHomeserver.start(profile, directory: directory, log: log)
                try await home.guide.beginChat { roomID in
                    let client = HomeserverClient(
                        homeserver: try prepared.homeserver(), accessToken: home.accessToken,
                        logger: self.log.logger(label: "client"))
                    try await self.join(roomID, profile: profile, guide: home.guide.userID, client: client)
                    await client.shutdown()
                }
                try directory.save(profile)
                answer(.started(FirstRunResult(prepared: prepared, home: home)))
            } catch {
                answer(.failed(ProgramExit.reason(error)))
            }
        }
    }

    /// Answers a pending login, or begins a login.
    ///
    /// - Parameter choice: the login method, if it was already chosen.
    func logIn(_ identity: LoginViewModel.Fields, by choice: LoginChoice?) {
        if let choice, talk.answer(choice) { return }
        if choice == nil, let profile = directory.loggedIn(user: identity.user, server: identity.server) {
            return open(profile)
        }
        talk.begin(with: choice) { [self] dialogue in
            do {
                let profile = try await Login(directory: directory, log: log).logIn(
                    address: identity.server, user: identity.user, allowsInsecure: false,
                    dialogue: dialogue.openingTheBrowser())
                answer(.started(FirstRunResult(prepared: try await prepared(profile), home: nil)))
            } catch let problem as LoginError where problem.asksForAddress {
                answer(.login(.serverNeeded(problem)))
            } catch {
                if Task.isCancelled { return }
                answer(.login(.failed(ProgramExit.reason(error))))
            }
        }
    }

    /// Opens a profile that is already logged in on this machine, without its password.
    private func open(_ profile: Profile) {
        // The event that requested this is handled first.
        Task {
            do {
                answer(.started(FirstRunResult(prepared: try await prepared(profile), home: nil)))
            } catch {
                answer(.login(.failed(ProgramExit.reason(error))))
            }
        }
    }

    /// Prepares a profile. A process that has it open without a screen yields it.
    private func prepared(_ profile: Profile) async throws -> PreparedProfile {
        try await ProfileClaim(.makeRoom, on: profile.name, in: directory).lockInBackground {
            try PreparedProfile(profile, directory: directory)
        }
    }

    /// - Returns: whether it is the redirect address that the login waits for.
    func accept(_ address: String) -> Bool { talk.accept(address) }

    /// Cancels a pending login.
    func leaveLogin() { talk.leave() }

    private func join(_ roomID: String, profile: Profile, guide: String, client: HomeserverClient) async throws {
        _ = try await client.join(roomIDOrAlias: roomID)
        try await client.setAccountData(
            userID: profile.userID, type: "m.direct", content: .object([guide: [.string(roomID)]]))
    }
}
