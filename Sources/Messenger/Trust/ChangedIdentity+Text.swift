import Conversations
import ViewModels

extension [ChangedIdentity] {
    /// The warning that names the people whose identity changed.
    func warning(_ names: MemberNames) -> DisplayText {
        .words(
            contains(where: \.wasVerified) ? "trust.verified-changed" : "trust.changed", ["people": list(names)])
    }

    /// The question whether to accept their new identities.
    func question(_ names: MemberNames) -> DisplayText {
        .words("trust.take-question", ["people": list(names)])
    }

    private func list(_ names: MemberNames) -> String { Naming.list(map { names.name(of: $0.userID) }) }
}
