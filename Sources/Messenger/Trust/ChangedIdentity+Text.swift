import Conversations
import ViewModels

extension [ChangedIdentity] {
    /// Says who is another than before.
    func warning(_ names: MemberNames) -> DisplayText {
        .words(
            contains(where: \.wasVerified) ? "trust.verified-changed" : "trust.changed", ["people": list(names)])
    }

    /// Asks whether they are taken as they are now.
    func question(_ names: MemberNames) -> DisplayText {
        .words("trust.take-question", ["people": list(names)])
    }

    private func list(_ names: MemberNames) -> String { Naming.list(map { names.name(of: $0.userID) }) }
}
