/// How logging in again stands.
@MainActor
final class LoginModel {
    /// Rises each time the form is opened.
    private(set) var count = 0
    private(set) var isBusy = false
    /// What is waited for.
    private(set) var step = ""
    private(set) var error: String?
    /// Where what was not sent is, since the session ended for good.
    private(set) var unsent = UnsentFile.notNeeded
    /// Whether the line about ``unsent`` was seen.
    private(set) var isUnsentDismissed = false
    /// Whether ``unsent`` is still being written.
    private(set) var isGivingUp = false

    /// A login that is under way goes on.
    func open() {
        count += 1
        error = nil
    }

    func beginGivingUp() { isGivingUp = true }

    func gaveUp(_ file: UnsentFile) {
        isGivingUp = false
        isUnsentDismissed = false
        unsent = file
    }

    func dismissUnsent() { isUnsentDismissed = true }

    func begin() {
        isBusy = true
        step = "Logging in…"
        error = nil
    }

    func waitFor(_ step: String) { self.step = step }

    func fail(_ reason: String) {
        isBusy = false
        error = reason
    }

    func finish() {
        isBusy = false
        error = nil
    }
}
