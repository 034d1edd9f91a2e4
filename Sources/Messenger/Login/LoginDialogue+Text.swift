package import MatrixClient
import ViewModels

extension LoginDialogue {
    /// The text of the page that the browser shows after a login.
    package static var farewellText: String { .words("login.browser-is-done") }
}
