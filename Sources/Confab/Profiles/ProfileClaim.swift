import Dispatch
import Glibc
import Messenger

/// Locks a profile. If a process without a screen has it, that process is asked to yield.
struct ProfileClaim: Sendable {
    private let wish: ScriptRequest.Operation
    private let name: String
    private let directory: ProfileDirectory
    /// The timeouts in milliseconds: for the process to yield, and for a process that has the lock to start listening.
    private let patience: (forRoom: Int64, forHearing: Int64)

    /// - Parameter isAtStart: `false` if a screen is shown, which must not block for long.
    init(
        _ wish: ScriptRequest.Operation, on name: String, in directory: ProfileDirectory, isAtStart: Bool = true
    ) {
        (self.wish, self.name, self.directory) = (wish, name, directory)
        patience = isAtStart ? (10_000, 1_000) : (1_000, 0)
    }

    /// Locks the profile, and blocks until this succeeds or no process yields.
    ///
    /// - Parameter take: tries to lock it. It throws ``ProgramError/profileInUse(name:processID:)`` if another process
    ///   has the profile.
    func lock<Held>(_ take: () throws -> Held) throws -> Held {
        let start = ScriptConnection.now
        // The process that yields doesn't lock the profile again before this connection is closed.
        var holder: ScriptConnection?
        defer { withExtendedLifetime(holder) {} }
        while true {
            do {
                return try take()
            } catch let error as ProgramError {
                holder = try requestProfile(after: error, since: start)
            }
        }
    }

    /// Locks the profile as ``lock(_:)`` does, without blocking the main actor.
    @MainActor
    func lockInBackground<Held>(_ take: () throws -> Held) async throws -> Held {
        let start = ScriptConnection.now
        var holder: ScriptConnection?
        defer { withExtendedLifetime(holder) {} }
        while true {
            do {
                return try take()
            } catch let error as ProgramError {
                holder = try await withCheckedThrowingContinuation { continuation in
                    DispatchQueue.global().async {
                        continuation.resume(with: Result { try requestProfile(after: error, since: start) })
                    }
                }
            }
        }
    }

    /// Returns when another attempt makes sense. It blocks.
    ///
    /// - Throws: the given error if no process yields.
    private func requestProfile(after error: ProgramError, since start: Int64) throws -> ScriptConnection? {
        // If this process itself has the lock, it can't answer while it waits.
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
            // The process already yields to another one, and is about to end.
            usleep(10_000)
            return nil
        } catch _ {
            throw error
        }
    }

    private var place: ScriptSocket { ScriptSocket(profileName: name, directory: directory.path(name)) }
    private var request: ScriptRequest { ScriptRequest(wish, directory: directory.path(name)) }
}
