import MatrixAPI
import MatrixClient

/// The account and the server that the arguments of `confab login` describe.
struct LoginTarget: Hashable {
    /// A server name, a URL or `unix:PATH`. Empty if the user's ID leads to the server, `nil` if nothing does.
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

    /// Returns a user ID: `ana:example.org` is one without its `@`, but `example.org:8448` is a server name.
    private static func userID(_ address: String) -> String? {
        if address.hasPrefix("@") { return address }
        let id = LoginMachine.userID(typed: address)
        return id.hasPrefix("@") && !ServerName.isValid(address) ? id : nil
    }
}
