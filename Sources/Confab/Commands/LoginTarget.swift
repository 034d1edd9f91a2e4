import MatrixAPI
import MatrixClient

/// Whose account is meant, and where: what `confab login` was given, in whatever form.
struct LoginTarget: Hashable {
    /// A server name, a URL or `unix:PATH`; empty where the user's ID leads to the server, `nil` where nothing does.
    let server: String?
    let user: String?

    init(address: String?, user: String?) throws(ProgramError) {
        let user = user.map(LoginMachine.userID(typed:))
        if let address, let id = LoginTarget.userID(address) {
            if user != nil { throw .input(.matrixIDTwice) }
            self.init(server: "", user: id)
        } else {
            self.init(server: address ?? (user?.hasPrefix("@") == true ? "" : nil), user: user)
        }
    }

    private init(server: String?, user: String?) {
        self.server = server
        self.user = user
    }

    /// `ana:example.org` is an ID without its `@`, and `example.org:8448` is none.
    private static func userID(_ address: String) -> String? {
        if address.hasPrefix("@") { return address }
        let id = LoginMachine.userID(typed: address)
        return id.hasPrefix("@") && !ServerName.isValid(address) ? id : nil
    }
}
