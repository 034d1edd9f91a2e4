import MatrixClient
import ViewModels

extension DiscoveryProblem {
    /// A few words that stand after a colon; what a site says is text from outside.
    var text: String {
        switch self {
        case .noServerName: .words("discovery.no-server-name")
        case .badRedirect: .words("discovery.bad-redirect")
        case .siteTrouble(let status): .words("discovery.site-trouble", ["status": String(status)])
        case .unreadableAnswer: .words("discovery.unreadable-answer")
        case .unnamed: .words("discovery.unnamed")
        case .unencrypted(let address): .words("discovery.unencrypted", ["address": address])
        case .badAddress(let address): .words("discovery.bad-address", ["address": address])
        case .client(let error): error.cause
        }
    }
}
