import MatrixAPI
import MatrixClient

extension HomeserverClient {
    /// Who is meant by a Matrix ID that somebody typed: the account that has it; where none has, the one that has it in small
    /// letters, as new accounts do. Where the server doesn't say, the one as typed.
    func settled(_ person: UserID) async -> UserID {
        let small = person.description.lowercased()
        guard small != person.description, let other = UserID(small), await isUnknown(person) else { return person }
        return await isUnknown(other) ? person : other
    }

    private func isUnknown(_ person: UserID) async -> Bool {
        do throws(MatrixClientError) {
            _ = try await profile(userID: person.description)
            return false
        } catch .matrix(let answer, _, _) where answer.code == .notFound {
            return true
        } catch {
            return false
        }
    }
}
