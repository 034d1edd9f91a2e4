import MatrixAPI
import MatrixClient
import Messenger

extension ChatEntrance {
    /// Comes into a chat, or asks those in it to be let in.
    ///
    /// - Parameters:
    ///   - typed: the address as a person gives it.
    ///   - userID: of the account.
    /// - Returns: the chat's identifier; `nil` where they are asked.
    func enter(_ typed: String, knocks: Bool, userID: String) async throws(ProgramError) -> String? {
        guard let address = MatrixAddress(typed, server: UserID(userID)?.server ?? "")?.room else {
            throw .input(.noChatAddress(typed))
        }
        do throws(JoinRefusal) {
            if !knocks { return try await join(address) }
            try await knock(address)
            return nil
        } catch {
            throw .join(address, error)
        }
    }

    /// The same, to be told to another command.
    func answer(_ typed: String, knocks: Bool, userID: String) async -> ScriptAnswer {
        do throws(ProgramError) {
            return .done(chatID: try await enter(typed, knocks: knocks, userID: userID))
        } catch {
            return .failed(error.message, exitCode: error.exitCode)
        }
    }
}
