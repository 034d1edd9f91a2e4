import MatrixAPI
package import MatrixClient
import ViewModels

extension LoginMethod {
    /// As a person reads it; the names of providers are text from outside.
    package var text: String {
        switch self {
        case .password: .words("login.password")
        case .singleSignOn(nil): .words("login.single-sign-on")
        case .singleSignOn(let provider?): .words("login.single-sign-on-by", ["provider": provider.name])
        case .token: .words("login.token")
        }
    }
}
