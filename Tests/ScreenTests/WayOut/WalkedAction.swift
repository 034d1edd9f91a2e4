import Panes

extension ActionBinding {
    /// Whether it opens or starts something that Esc has to lead out of.
    ///
    /// All do but those that are named here, so that nobody forgets an action that is new.
    var leadsSomewhere: Bool {
        group != .textFields && group != .reading && !Self.movements.contains(id) && !Self.acts.contains(id)
            && !Self.departures.contains(id)
    }

    /// They move within what is open.
    private static let movements: Set<ActionID> = [
        .back, .selectPrevious, .selectNext, .selectScreenUp, .selectScreenDown, .selectFirst, .selectLast,
        .choosePrevious, .chooseNext, .chooseScreenUp, .chooseScreenDown, .nextField, .previousField, .nextPart,
        .previousPart, .completionNext, .completionPrevious, .olderOwnLine, .newerOwnLine, .screenUp, .screenDown,
        .firstMessage, .latestMessage, .selectNewer, .focusChat, .newLine, .complete,
        .suggestSpelling,
    ]

    /// They are done at once, and what they do is undone by themselves or not at all.
    private static let acts: Set<ActionID> = [
        .send, .accept, .acceptAtOnce, .decline, .start, .submitLogin, .confirm, .refuse, .answer, .create, .addMember,
        .saveContact, .saveName,
        .saveField, .switchPlace, .switchEncryption, .pinChat, .muteChat, .mentionsOnly, .archiveChat, .markUnread,
        .changeNotices, .admitMember,
        .redraw, .reloadDevices, .stopFile,
    ]

    /// They lead to another chat, another program or out of this one.
    private static let departures: Set<ActionID> = [
        .open, .openFound, .openContact, .chatWithMember, .nextChat, .previousChat, .chatByPlace, .catchUp,
        .lastVisited,
        .goToNotice, .editExternally, .suspend, .quit,
    ]

    /// What is pressed for it in a pane, by names.
    func keys(in pane: PaneContext) -> String? {
        if let key = keys(in: pane).first { return key.name }
        return menuLetters.first.map { letters in (["^O"] + letters.map(String.init)).joined(separator: " ") }
    }
}
