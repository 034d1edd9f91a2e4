import ViewModels

extension MessengerScreen {
    func askToRemove() {
        guard let (name, action) = chatDetails.removal else {
            say(chatDetails.action(.removeMember)?.reason)
            return
        }
        if let reason = action.reason {
            say(reason)
            return
        }
        let question = DisplayText("Remove ") + name + " from this chat? y removes, Esc doesn't"
        let confirmation = ConfirmationPane(question: question) { [weak self] in
            self?.closeOverlay()
            self?.say(action())
        }
        open(.confirmation(confirmation))
    }
}
