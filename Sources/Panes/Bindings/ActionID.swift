/// All that a key or a letter of the menu can ask for.
package enum ActionID: String, CaseIterable, Hashable, Sendable {
    // Anywhere
    case help, menu, back, redraw, suspend, quit, tryNow, goToNotice, logIn
    // Chats
    case newChat, nextChat, previousChat, chatByPlace, catchUp, lastVisited, leaveChat, focusList, focusChat
    // The chat list
    case open, selectPrevious, selectNext, selectScreenUp, selectScreenDown, selectFirst, selectLast
    // Messages
    case screenUp, screenDown, firstMessage, latestMessage
    // Writing
    case send, newLine
    case lineStart, lineEnd, characterForward, characterBack, wordForward, wordBack, rowUp, rowDown
    case deleteForward, deleteBack, killWordBack, killBlankWordBack, killWordForward, killToStart, killToEnd, yank, undo
    // Forms and questions
    case start, create, submitLogin, nextField, previousField, accept, decline, confirm
    // Help and menu
    case scrollUp, scrollDown, scrollScreenUp, scrollScreenDown
}
