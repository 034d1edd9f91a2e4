import ArgumentParser
import Engine
import MatrixClient
import ViewModels

/// `confab verify`: says whether this device is verified, and verifies it by a recovery key.
struct VerifyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify", abstract: "Say whether this device is verified, and verify it by the recovery key.",
        discussion:
            "Where it is not, the account's recovery key or its passphrase is asked for in the terminal; without a terminal "
            + "it is the first line of standard input. What can be read then is there when Confab is opened next.")

    /// The parent command. Its options may come before or after the subcommand.
    @ParentCommand var program: ConfabCommand

    @OptionGroup var options: ProfileOption

    func run() async throws {
        try await verify()
    }

    @MainActor
    private func verify() async throws {
        let held = try LockedProfile(options.profile ?? program.profile)
        let userID = held.profile.userID
        let isVerified = try await held.withConfirmation { confirmation, _ in
            var state = try await confirmation.state()
            switch state {
            case .confirmed, .unknown: break
            case .missing:
                LocaleText.print(String.words("security.is-missing"))
                let password = try Prompt.password(.words("verify.password-of", ["user": userID]))
                try await confirmation.makeIdentity(proof: AccountProof(password: password))
            case .unconfirmed(let ways):
                LocaleText.print(String.words(ways.isReplaced ? "security.was-replaced" : "verify.is-not-verified"))
                guard let offer = try await confirmation.recoveryOffer() else { throw RecoveryError.noStorage }
                try await confirmation.recover(with: Prompt.password(Self.question(offer)))
            }
            state = try await confirmation.state()
            for line in await Self.lines(state, confirmation) { LocaleText.print(line) }
            if case .confirmed = state { return true }
            return false
        }
        if !isVerified { throw ExitCode(1) }
    }

    private static func question(_ offer: RecoveryOffer) -> String {
        offer.takesPassphrase ? .words("verify.recovery-key-or-passphrase") : .words("verify.recovery-key")
    }

    private static func lines(_ state: OwnIdentityState, _ confirmation: DeviceVerifier) async -> [String] {
        switch state {
        case .unknown: return [.words("security.is-unknown")]
        case .missing, .unconfirmed: return [.words("verify.is-not-verified")]
        case .confirmed(let hasSecrets):
            let identity = await confirmation.identityText() ?? ""
            let lines: [String] = [.words("verify.is-verified", ["identity": identity])]
            return hasSecrets ? lines : lines + [.words("verify.has-no-secrets")]
        }
    }
}
