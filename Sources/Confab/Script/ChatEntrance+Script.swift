import MatrixAPI
import MatrixClient
import Messenger

extension ChatEntrance {
    /// Joins a chat, or requests to be let in.
    ///
    /// - Parameters:
    ///   - typed: the address as the user gave it.
    ///   - userID: the ID of the account.
    /// - Returns: the chat's identifier; `nil` if the request is pending.
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

    /// Joins or requests, and returns the answer for another command.
    func answer(_ typed: String, knocks: Bool, userID: String) async -> ScriptAnswer {
        do throws(ProgramError) {
            return .done(chatID: try await enter(typed, knocks: knocks, userID: userID))
        } catch {
            return .failed(error.message, exitCode: error.exitCode)
        }
    }
}
