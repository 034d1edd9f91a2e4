import Conversations
import Engine
import MatrixAPI
import MatrixClient

/// Stores contacts in the account data on the homeserver (client-server API, "Client Config").
@MainActor
final class ContactEndpoint {
    private let parts: EndpointParts

    init(_ parts: EndpointParts) { self.parts = parts }

    /// Answers with ``EditContactEvent/settled(_:_:)``. If no account has an ID with capitals, its lowercase form
    /// is used.
    func settle(_ userID: UserID, of contact: Contact) {
        parts.tasks.run { [parts] in
            let settled = await parts.client.settled(userID)
            await parts.queue.post(EditContactEvent.settled(settled, contact))
        }
    }

    func save(_ contact: Contact) {
        parts.tasks.run { [parts] in
            do throws(MatrixClientError) {
                try await parts.client.setAccountData(
                    userID: parts.userID, type: ContactContent.type(of: contact.userID),
                    content: ContactContent.json(of: contact))
                await parts.queue.post(EditContactEvent.saved(contact))
            } catch {
                await parts.queue.post(EditContactEvent.failedSaving(contact, .server(error)))
            }
        }
    }

    func delete(_ id: Contact.ID) {
        parts.tasks.run { [parts] in
            do throws(MatrixClientError) {
                try await parts.client.setAccountData(
                    userID: parts.userID, type: ContactContent.type(of: id.userID), content: ContactContent.deleted)
                await parts.queue.post(ContactEvent.deleted(id))
            } catch {
                await parts.queue.post(ContactEvent.failedDeleting(id, .server(error)))
            }
        }
    }
}

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
