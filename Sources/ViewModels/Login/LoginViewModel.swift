/// Logging in to a homeserver with a password.
package struct LoginViewModel {
    package struct Fields: Hashable, Sendable {
        /// As in `https://example.org`, `example.org` or `unix:/run/confab.sock`.
        package var server: String
        /// A Matrix ID or its first part.
        package var user: String
        package var password: String

        package init(server: String, user: String, password: String) {
            self.server = server
            self.user = user
            self.password = password
        }
    }

    package let title: DisplayText
    package let initialFields: Fields
    package let shouldShowBusy: Bool
    package let busyText: DisplayText
    package let shouldShowError: Bool
    package let errorText: DisplayText
    package let logIn: Action<Fields>
    package let cancel: @MainActor () -> Void

    package init(
        title: DisplayText, initialFields: Fields, shouldShowBusy: Bool, busyText: DisplayText, shouldShowError: Bool,
        errorText: DisplayText, logIn: Action<Fields>, cancel: @escaping @MainActor () -> Void
    ) {
        self.title = title
        self.initialFields = initialFields
        self.shouldShowBusy = shouldShowBusy
        self.busyText = busyText
        self.shouldShowError = shouldShowError
        self.errorText = errorText
        self.logIn = logIn
        self.cancel = cancel
    }
}
