import Dispatch
import Glibc
import Messenger

/// Gets hold of a profile, also where one without a screen has it that makes room.
struct ProfileClaim: Sendable {
    private let wish: ScriptRequest.Wish
    private let name: String
    private let directory: ProfileDirectory
    /// Milliseconds for who makes room, and for who has it and hears nobody yet.
    private let patience: (forRoom: Int64, forHearing: Int64)

    /// - Parameter isAtStart: `false` where a screen is shown, which must not stand still.
    init(
        _ wish: ScriptRequest.Wish, on name: String, in directory: ProfileDirectory, isAtStart: Bool = true
    ) {
        (self.wish, self.name, self.directory) = (wish, name, directory)
        patience = isAtStart ? (10_000, 1_000) : (1_000, 0)
    }

    /// - Parameter take: throws ``ProgramError/profileInUse(name:processID:)`` where another process has it.
    func hold<Held>(_ take: () throws -> Held) throws -> Held {
        let start = ScriptConnection.now
        // Whoever made room takes no step towards the profile before this is closed.
        var holder: ScriptConnection?
        defer { withExtendedLifetime(holder) {} }
        while true {
            do {
                return try take()
            } catch let error as ProgramError {
                holder = try askForRoom(after: error, since: start)
            }
        }
    }

    /// The same where keys are heard meanwhile.
    @MainActor
    func holdAside<Held>(_ take: () throws -> Held) async throws -> Held {
        let start = ScriptConnection.now
        var holder: ScriptConnection?
        defer { withExtendedLifetime(holder) {} }
        while true {
            do {
                return try take()
            } catch let error as ProgramError {
                holder = try await withCheckedThrowingContinuation { continuation in
                    DispatchQueue.global().async {
                        continuation.resume(with: Result { try askForRoom(after: error, since: start) })
                    }
                }
            }
        }
    }

    /// Returns once another try is worth it. It blocks.
    ///
    /// - Throws: the same error where room is made by nobody.
    private func askForRoom(after error: ProgramError, since start: Int64) throws -> ScriptConnection? {
        // Who waits for an answer gives none.
        guard case .profileInUse(_, let process) = error, process != getpid() else { throw error }
        let deadline = start + patience.forRoom
        guard ScriptConnection.now < deadline else { throw error }
        guard let holder = try place.connect() else {
            guard ScriptConnection.now < start + patience.forHearing else { throw error }
            usleep(10_000)
            return nil
        }
        do throws(ProgramError) {
            guard case .done = try holder.answer(to: request, until: deadline) else { throw error }
            return holder
        } catch .script(.noAnswer) {
            // It made room for another already, and ends.
            usleep(10_000)
            return nil
        } catch _ {
            throw error
        }
    }

    private var place: ScriptPlace { ScriptPlace(profileName: name, directory: directory.path(name)) }
    private var request: ScriptRequest { ScriptRequest(wish, directory: directory.path(name)) }
}
