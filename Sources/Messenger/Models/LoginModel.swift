/// How logging in again stands.
@MainActor
final class LoginModel {
    /// Rises each time the form is opened.
    private(set) var count = 0
    private(set) var isBusy = false
    /// What is waited for.
    private(set) var step = ""
    private(set) var error: String?

    /// A login that is under way goes on.
    func open() {
        count += 1
        error = nil
    }

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
