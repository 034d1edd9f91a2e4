import CKeyring
import Glibc
import Synchronization
import ViewModels

/// The keyring of the user's session, by libsecret. Each call may take seconds.
final class Keyring: Sendable {
    /// `nil` if the session has no bus. This program never starts a bus.
    static let ofSession = Keyring(environment: ProgramEnvironment.value)

    private struct State {
        var isGivenUp = false
        var tell: @Sendable (String) -> Void = { ProgramExit.printError($0) }
    }

    private let state = Mutex(State())
    /// The timeout in milliseconds. A locked keyring asks the user, who may be away.
    private static let patience: UInt32 = 5_000

    init?(environment: [String: String]) {
        guard SessionBus.address(environment) != nil else { return nil }
    }

    /// Sets the function that is called once when the keyring turns out to be unusable.
    func whenGivenUp(_ tell: @escaping @Sendable (String) -> Void) {
        state.withLock { $0.tell = tell }
    }

    /// - Returns: whether the keyring stored the secret.
    func store(_ secret: String, for item: String, label: String) -> Bool {
        guard !isGivenUp else { return false }
        if confab_keyring_store(item, label, secret, Self.patience) == CONFAB_KEYRING_DONE { return true }
        disable(.words("profiles.kept-in-file"))
        return false
    }

    func secret(for item: String) -> String? {
        guard !isGivenUp else { return nil }
        var found: UnsafeMutablePointer<CChar>?
        let result = confab_keyring_look_up(item, &found, Self.patience)
        defer { confab_keyring_free(found) }
        if let found, result == CONFAB_KEYRING_DONE { return String(cString: found) }
        if result == CONFAB_KEYRING_FAILED {
            disable(.words("profiles.keyring-is-locked"))
        }
        return nil
    }

    /// Whether the keyring is unlocked and doesn't have the item. A locked keyring also reports that it has no item. So
    /// a test item is stored first, which fails if the keyring is locked.
    func isWithout(_ item: String) -> Bool {
        let probe = item + "#probe"
        guard !isGivenUp, confab_keyring_store(probe, "Confab", "-", Self.patience) == CONFAB_KEYRING_DONE else {
            return false
        }
        defer { clear(probe) }
        var found: UnsafeMutablePointer<CChar>?
        defer { confab_keyring_free(found) }
        return confab_keyring_look_up(item, &found, Self.patience) == CONFAB_KEYRING_EMPTY
    }

    func clear(_ item: String) {
        guard !isGivenUp else { return }
        // If this fails, a token remains that no server accepts any more.
        _ = confab_keyring_clear(item, Self.patience)
    }

    private var isGivenUp: Bool { state.withLock { $0.isGivenUp } }

    /// Stops using the keyring. If it hung once, it would delay every refresh of the tokens.
    private func disable(_ reason: String) {
        let tell = state.withLock { state in
            state.isGivenUp = true
            return state.tell
        }
        tell(reason)
    }
}
