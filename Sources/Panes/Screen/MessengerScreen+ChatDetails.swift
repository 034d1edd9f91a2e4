import ViewModels

extension MessengerScreen {
    func askToRemove() {
        guard let (name, action) = chatDetails.removal else {
            say(chatDetails.action(.removeMember)?.reason)
            return
        }
        ask(DisplayText("Remove ") + name + " from this chat? y removes, Esc doesn't", action)
    }
}
