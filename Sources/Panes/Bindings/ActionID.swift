import ViewModels

/// All actions that a key or a menu letter can run.
///
/// Never rename a released case, because configuration files use its ``name``.
package enum ActionID: String, CaseIterable, Hashable, Sendable {
    // Anywhere
    case help, menu, commands, openActions, back, redraw, suspend, quit, tryNow, goToNotice, logIn, security, share
    case addAccount, closeAccount
    // Chats
    case newChat, findChats, search, nextChat, previousChat, chatByPlace, catchUp, lastVisited, leaveChat, chatDetails,
        goToChat
    case threads, followChat, focusList, focusChat, takeBack
    // The chat list
    case open, selectPrevious, selectNext, selectScreenUp, selectScreenDown, selectFirst, selectLast
    case filterChats, openFound, pinChat, muteChat, mentionsOnly, archiveChat, markUnread, renameChat, saveName
    case putInSpace, takeFromSpace
    case forgetChat, ignorePerson, tryAgain
    // Messages
    case screenUp, screenDown, firstMessage, latestMessage, firstUnread
    case selectOlder, selectNewer, editLast
    // A selected message
    case reply, editMessage, deleteMessage, react, forward, copyMessage, openLink, saveFile, stopFile, goToQuoted,
        openThread, turnSpoilers,
        showStory, answerPoll, answerByNumber, endPoll, resend,
        withdraw, keepSender
    // Chat details
    case nameChat, setTopic, invitePerson, changeNotices, encryptChat, showWhole, removeMember, admitMember,
        chatWithMember,
        saveField
    case banMember, unbanMember, makeModerator, makeAdmin, takePower
    case changeEntrance, changeHistory, changeListing, addAddress, removeAddress
    // Writing
    case send, newLine, olderOwnLine, newerOwnLine, moreKeys, editExternally, takeIdentity, attach, suggestSpelling
    case complete, completionPrevious, completionNext
    case lineStart, lineEnd, characterForward, characterBack, wordForward, wordBack, rowUp, rowDown
    case deleteForward, deleteBack, killWordBack, killBlankWordBack, killWordForward, killToStart, killToEnd
    case yank, yankOlder, undo
    // New chat and contacts
    case contacts, keepContact, verifyPerson, create, addMember, switchEncryption, nextPart, previousPart
    case openContact, addContact, editContact, deleteContact, saveContact, switchPlace
    case choosePrevious, chooseNext, chooseScreenUp, chooseScreenDown
    // Devices
    case devices, renameDevice, logOutDevice, compareEmoji, reloadDevices
    // Forms and questions
    case start, submitLogin, nextField, previousField, accept, acceptAtOnce, decline, confirm, refuse, answer
    // Lists to choose from, help and menu
    case choose, switchScope, scrollUp, scrollDown, scrollScreenUp, scrollScreenDown

    /// The name in confab-keys(7) and in the configuration file, as in `new-chat`.
    package var name: String {
        rawValue.reduce(into: "") { name, character in
            name += character.isUppercase ? "-" + character.lowercased() : String(character)
        }
    }

    /// A phrase that describes the action, as in `Next chat`: the catalogue's `action.` entry for its name.
    package var title: String { .words("action.\(name)") }

    package init?(name: String) {
        guard let action = Self.actions[name] else { return nil }
        self = action
    }

    private static let actions = Dictionary(allCases.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
}
