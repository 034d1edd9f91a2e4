import CKeyring
import Glibc
import Synchronization
import ViewModels

/// The keyring of a person's session, by libsecret, where there is one. Each call may take seconds.
final class Keyring: Sendable {
    /// `nil` where the session has no bus: none is started.
    static let ofSession = Keyring(environment: ProgramEnvironment.value)

    private struct State {
        var isGivenUp = false
        var tell: @Sendable (String) -> Void = { ProgramExit.say($0) }
    }

    private let state = Mutex(State())
    /// Milliseconds. A keyring that is locked asks its person, who may be elsewhere.
    private static let patience: UInt32 = 5_000

    init?(environment: [String: String]) {
        guard SessionBus.address(environment) != nil else { return nil }
    }

    /// Who is told, once, that the keyring is of no use.
    func whenGivenUp(_ tell: @escaping @Sendable (String) -> Void) {
        state.withLock { $0.tell = tell }
    }

    /// - Returns: whether it has it now.
    func store(_ secret: String, for item: String, label: String) -> Bool {
        guard !isGivenUp else { return false }
        if confab_keyring_store(item, label, secret, Self.patience) == CONFAB_KEYRING_DONE { return true }
        giveUp(.words("profiles.kept-in-file"))
        return false
    }

    func secret(for item: String) -> String? {
        guard !isGivenUp else { return nil }
        var found: UnsafeMutablePointer<CChar>?
        let result = confab_keyring_look_up(item, &found, Self.patience)
        defer { confab_keyring_free(found) }
        if let found, result == CONFAB_KEYRING_DONE { return String(cString: found) }
        if result == CONFAB_KEYRING_FAILED {
            giveUp(.words("profiles.keyring-is-locked"))
        }
        return nil
    }

    /// Whether it is open and has nothing of the kind. One whose person leaves it locked says as much: what was put in first shows that
    /// it is open.
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
        // What stays is a token that no server takes any more.
        _ = confab_keyring_clear(item, Self.patience)
    }

    private var isGivenUp: Bool { state.withLock { $0.isGivenUp } }

    /// One that hung once would hold up every renewal of the tokens.
    private func giveUp(_ reason: String) {
        let tell = state.withLock { state in
            state.isGivenUp = true
            return state.tell
        }
        tell(reason)
    }
}
