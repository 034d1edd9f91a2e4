import MatrixAPI
import MatrixClient

extension HomeserverClient {
    /// Resolves a typed Matrix ID. If no account has the ID, but one has its lowercase form, as new accounts do,
    /// that one is returned. If the server doesn't say, the ID stays as typed.
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
