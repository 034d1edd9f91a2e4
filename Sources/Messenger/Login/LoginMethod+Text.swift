import MatrixAPI
package import MatrixClient
import ViewModels

extension LoginMethod {
    /// The name of the method. It may contain a provider's name from the server.
    package var text: String {
        switch self {
        case .password: .words("login.password")
        case .singleSignOn(nil): .words("login.single-sign-on")
        case .singleSignOn(let provider?): .words("login.single-sign-on-by", ["provider": provider.name])
        case .token: .words("login.token")
        }
    }
}
