/// Logging in to a homeserver, one question at a time.
package struct LoginViewModel {
    package struct Fields: Hashable, Sendable {
        /// A Matrix ID or its first part.
        package var user: String
        package var password: String
        /// As in `https://example.org`, `example.org` or `unix:/run/confab.sock`; empty where the ID leads to it.
        package var server: String
        package var token: String
        /// Where the browser ended.
        package var address: String

        package init(
            user: String = "", password: String = "", server: String = "", token: String = "", address: String = ""
        ) {
            self.user = user
            self.password = password
            self.server = server
            self.token = token
            self.address = address
        }
    }

    package enum Field: Hashable, Sendable { case user, password, server, token, address }

    /// A way in that one can choose.
    package struct Method {
        package let title: DisplayText
        package let choose: @MainActor () -> Void

        package init(title: DisplayText, choose: @escaping @MainActor () -> Void) {
            self.title = title
            self.choose = choose
        }
    }

    /// Rises each time the form is opened: what was in it before is gone.
    package let number: Int
    package let title: DisplayText
    /// Who logs in where, as far as that is settled.
    package let introduction: DisplayText
    /// Where the browser goes; empty where none does.
    package let address: DisplayText
    /// What is asked for, in this order.
    package let fields: [Field]
    /// What one chooses from in the place of fields.
    package let methods: [Method]
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
        number: Int, title: DisplayText, introduction: DisplayText, address: DisplayText = .empty,
        fields: [Field], methods: [Method] = [], initialFields: Fields = Fields(), isServerNeeded: Bool = false,
        shouldShowBusy: Bool, busyText: DisplayText, shouldShowError: Bool,
        errorText: DisplayText, note: DisplayText = .empty, logIn: Action<Fields>,
        cancel: @escaping @MainActor () -> Void
    ) {
        self.number = number
        self.title = title
        self.introduction = introduction
        self.address = address
        self.fields = fields
        self.methods = methods
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
