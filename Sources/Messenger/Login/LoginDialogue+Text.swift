package import MatrixClient
import ViewModels

extension LoginDialogue {
    /// What the browser shows once it came back.
    package static var farewellText: String { .words("login.browser-is-done") }
}
