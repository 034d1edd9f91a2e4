import MatrixClient
import ViewModels

extension DiscoveryProblem {
    /// The cause as a short phrase to follow a colon. It may contain text from a website.
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
