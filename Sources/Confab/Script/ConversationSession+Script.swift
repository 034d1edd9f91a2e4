import MatrixAPI
import Messenger
import Presentation

extension ConversationSession {
    /// Sends a text for a command, and reports the progress as long as the command listens.
    func send(_ text: String, in chatID: String, tell: (ScriptResponse) -> Bool) async {
        for await fate in send(text, in: chatID) {
            guard tell(ScriptResponse(fate)) else { return }
        }
    }

    /// Sends a file for a command, and reports the progress as long as the command listens.
    func sendFile(at path: String, caption: String, in chatID: String, tell: (ScriptResponse) -> Bool) async {
        for await fate in sendFile(at: path, caption: caption, in: chatID) {
            guard tell(ScriptResponse(fate)) else { return }
        }
    }

    /// Imports a file for a command, and reports the result.
    func importFile(at path: String, folder: String?, tell: (ScriptResponse) -> Bool) async {
        switch await importFile(at: path, folder: folder) {
        case .success(let report)?:
            for chat in report.chats { _ = tell(.imported(chat)) }
            for line in report.lines { _ = tell(.leftOut(line)) }
            _ = tell(.done(chatID: nil))
        case .failure(let failure)?: _ = tell(.failed(failure.message, exitCode: 1))
        case nil: _ = tell(.failed(ImportError.cut.message, exitCode: 1))
        }
    }

    /// Downloads the file of a message into the profile for a command.
    func fetchFile(_ content: JSONValue, tell: (ScriptResponse) -> Bool) async {
        switch await fetchFile(content) {
        case .cached(let path)?: _ = tell(.fetched(path: path))
        case .missing(let reason)?: _ = tell(.failed(reason, exitCode: 1))
        case nil: _ = tell(.failed(ScriptFailureReason.noAnswer.message, exitCode: 1))
        }
    }
}
