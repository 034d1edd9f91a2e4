import Engine
import MatrixAPI
import Messenger
import ViewModels

/// Builds the facts about who may join and read a chat, and the actions that change them.
struct ChatAccessBuilder {
    /// The access rules; `nil` until they are known.
    let access: ChatAccess?
    let own: OwnPower
    /// The reason that nothing of the chat can be changed now.
    let closed: DisplayText?
    let queue: EventQueue

    /// - Parameter alias: the address that is shown already.
    func facts(beside alias: String?) -> [ChatDetailsViewModel.Fact] {
        guard let access else { return [] }
        let unknown = DisplayText.words("chat-details.not-known-here")
        let other = DisplayText.words("chat-details.other-addresses")
        let others = access.aliases.filter { $0 != alias }.joined(separator: ", ")
        let more = others.isEmpty ? [] : [(other, DisplayText(sanitizing: others))]
        let rules: [(DisplayText, DisplayText)] = [
            (.words("chat-details.joining"), access.joinRule?.title ?? unknown),
            (.words("chat-details.history"), access.historyVisibility?.title ?? unknown),
        ]
        let listing = access.isListed.map { (DisplayText.words("chat-details.listing"), Self.listing($0)) }
        return (more + rules + [listing].compactMap(\.self)).map { ChatDetailsViewModel.Fact($0, $1) }
    }

    func build() -> ChatDetailsViewModel.Access {
        var model = ChatDetailsViewModel.Access()
        model.joinRules = JoinRule.choices.map { rule in
            ChatDetailsViewModel.Choice(
                title: rule.title, isCurrent: rule == access?.joinRule,
                question: rule == .open ? .words("chat-details.public-question") : .empty,
                choose: change(.joinRule(rule), isCurrent: rule == access?.joinRule))
        }
        model.histories = HistoryReaders.allCases.map { visibility in
            ChatDetailsViewModel.Choice(
                title: visibility.title, isCurrent: visibility == access?.historyVisibility,
                question: visibility == .worldReadable ? .words("chat-details.world-readable-question") : .empty,
                choose: change(.historyVisibility(visibility), isCurrent: visibility == access?.historyVisibility))
        }
        model.listings = [true, false].map { isListed in
            ChatDetailsViewModel.Choice(
                title: Self.listing(isListed), isCurrent: isListed == access?.isListed,
                question: isListed ? .words("chat-details.list-question") : .empty,
                choose: change(.listing(isListed), isCurrent: isListed == access?.isListed))
        }
        model.addresses = (access?.aliases ?? []).map { alias in
            ChatDetailsViewModel.Choice(
                title: DisplayText(sanitizing: alias), isCurrent: false,
                question: .words("chat-details.remove-address-question", ["address": alias]),
                choose: change(.address(alias, isThere: false), isCurrent: false))
        }
        model.changeJoinRule = unavailable("m.room.join_rules", .words("chat-details.change-who-may-join"))
        model.changeHistory = unavailable("m.room.history_visibility", .words("chat-details.change-who-reads"))
        // The permission to set the canonical alias also covers the directory listing.
        model.changeListing = unavailable("m.room.canonical_alias", .words("chat-details.change-who-finds-it"))
        if access?.isListed == nil, model.changeListing.reason == nil {
            model.changeListing = .unavailable(.words("chat-details.listing-is-not-known"))
        }
        let address =
            closed ?? own.denialReason(toSet: "m.room.canonical_alias", .words("chat-details.change-its-addresses"))
        model.addAddress = address.map { .unavailable($0) } ?? .available {}
        model.address = { [self] in self.address($0) }
        model.removeAddress =
            (address ?? (model.addresses.isEmpty ? .words("chat-details.has-no-address") : nil))
            .map { .unavailable($0) } ?? .available {}
        return model
    }

    private static func listing(_ isListed: Bool) -> DisplayText {
        isListed ? .words("chat-details.is-listed") : .words("chat-details.is-not-listed")
    }

    private func unavailable(_ type: String, _ what: DisplayText) -> Action<Void> {
        if let reason = closed ?? own.denialReason(toSet: type, what) { return .unavailable(reason) }
        return access == nil ? .unavailable(.words("chat-details.asking-who-is-here")) : .available {}
    }

    private func change(_ change: ChatDetailsChange, isCurrent: Bool) -> Action<Void> {
        if isCurrent { return .unavailable(.words("chat-details.is-so-already")) }
        return .available { [queue] in queue.post(ChatDetailsEvent.doing(change)) }
    }

    private func address(_ text: String) -> Action<Void> {
        let server = UserID(own.userID)?.server ?? ""
        let named = text.trimmed.first == "#" ? text.trimmed : "#" + text.trimmed
        guard let alias = MatrixAddress(named, server: server)?.room?.name else {
            return .unavailable(.words("composer.is-no-chat-address", ["name": named]))
        }
        return .available { [queue] in queue.post(ChatDetailsEvent.doing(.address(alias, isThere: true))) }
    }
}
