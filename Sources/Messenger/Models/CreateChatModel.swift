/// The form for a new chat.
@MainActor
final class CreateChatModel {
    private(set) var text = ""
    private(set) var revision = 0
    private(set) var isBusy = false
    private(set) var error: String?

    func begin() {
        text = ""
        revision += 1
        isBusy = false
        error = nil
    }

    func change(_ text: String) {
        self.text = text
        error = nil
    }

    func beginCreating() {
        isBusy = true
        error = nil
    }

    func finish() { isBusy = false }

    func fail(_ reason: String) {
        isBusy = false
        error = reason
    }
}
