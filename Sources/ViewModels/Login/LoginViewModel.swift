/// Logging in to a homeserver with a password.
package struct LoginViewModel {
    package struct Fields: Hashable, Sendable {
        /// A Matrix ID or its first part.
        package var user: String
        package var password: String
        /// As in `https://example.org`, `example.org` or `unix:/run/confab.sock`; empty where the ID leads to it.
        package var server: String

        package init(user: String = "", password: String = "", server: String = "") {
            self.user = user
            self.password = password
            self.server = server
        }
    }

    package enum Field: Hashable, Sendable { case user, password, server }

    /// Rises each time the form is opened: what was in it before is gone.
    package let number: Int
    package let title: DisplayText
    /// Who logs in where, as far as that is settled.
    package let introduction: DisplayText
    /// What is asked for, in this order.
    package let fields: [Field]
    package let initialFields: Fields
    /// Whether ``Field/server`` can't stay empty.
    package let isServerNeeded: Bool
    package let shouldShowBusy: Bool
    package let busyText: DisplayText
    package let shouldShowError: Bool
    package let errorText: DisplayText
    /// Worth knowing, and nothing to act on.
    package let note: DisplayText
    package let logIn: Action<Fields>
    package let cancel: @MainActor () -> Void

    package init(
        number: Int, title: DisplayText, introduction: DisplayText, fields: [Field], initialFields: Fields = Fields(),
        isServerNeeded: Bool = false, shouldShowBusy: Bool, busyText: DisplayText, shouldShowError: Bool,
        errorText: DisplayText, note: DisplayText = .empty, logIn: Action<Fields>,
        cancel: @escaping @MainActor () -> Void
    ) {
        self.number = number
        self.title = title
        self.introduction = introduction
        self.fields = fields
        self.initialFields = initialFields
        self.isServerNeeded = isServerNeeded
        self.shouldShowBusy = shouldShowBusy
        self.busyText = busyText
        self.shouldShowError = shouldShowError
        self.errorText = errorText
        self.note = note
        self.logIn = logIn
        self.cancel = cancel
    }
}
