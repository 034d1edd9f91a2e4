import Conversations
import Storage
import Testing

@Suite(.timeLimit(.minutes(5))) struct ContactTests {
    private let database: ProfileDatabase

    init() throws {
        database = try ProfileDatabase.inMemory()
    }

    private func contacts() async throws -> [String] {
        try await database.contacts.all().sorted { ($0.userID, $0.name) < ($1.userID, $1.name) }.map { contact in
            let place = contact.place == .device ? "device" : contact.isFromChatAlone ? "chat" : "account"
            return "\(contact.userID) \(contact.name) (\(contact.note)) \(place)"
        }
    }

    private func apply(_ changes: ContactChange..., directChats: [String: [String]]? = nil) async throws {
        var slice = SyncSlice(changes: [], directChats: directChats)
        slice.contacts = changes
        _ = try await database.sync.apply(slice)
    }

    @Test func deviceContactIsStoredChangedAndRemoved() async throws {
        try await database.contacts.save(Contact(userID: "@bo:x", place: .device, name: "Bo", note: "seeds"))
        #expect(try await contacts() == ["@bo:x Bo (seeds) device"])
        try await database.contacts.save(Contact(userID: "@bo:x", place: .device, name: "Bo B.", note: ""))
        #expect(try await contacts() == ["@bo:x Bo B. () device"])
        try await database.contacts.remove(Contact.ID(userID: "@bo:x", place: .account))
        #expect(try await contacts() == ["@bo:x Bo B. () device"])
        try await database.contacts.remove(Contact.ID(userID: "@bo:x", place: .device))
        #expect(try await contacts().isEmpty)
    }

    @Test func contactChangesOfAnotherDeviceAreApplied() async throws {
        let kim = ContactChange(userID: "@kim:x", entry: .init(name: "Kim", note: "the shed's key"))
        try await apply(kim)
        try await apply(kim)
        #expect(try await contacts() == ["@kim:x Kim (the shed's key) account"])
        try await apply(ContactChange(userID: "@kim:x", entry: .init(name: "Kim K.", note: "")))
        #expect(try await contacts() == ["@kim:x Kim K. () account"])
        try await apply(ContactChange(userID: "@kim:x", entry: nil))
        #expect(try await contacts().isEmpty)
    }

    @Test func directChatPartnersAreContactsUntilDeleted() async throws {
        var chat = ChatChange(chatID: "!a", membership: .joined)
        chat.members = [ChatMember(userID: "@bo:x", displayName: "Bo", membership: "join")]
        var slice = SyncSlice(changes: [chat], directChats: ["@bo:x": ["!a", "!b"], "@kim:x": ["!c"]])
        _ = try await database.sync.apply(slice)
        #expect(try await contacts() == ["@bo:x Bo () chat", "@kim:x  () chat"])
        slice = SyncSlice(changes: [])
        slice.contacts = [ContactChange(userID: "@bo:x", entry: .init(name: "Bo of the garden", note: ""))]
        _ = try await database.sync.apply(slice)
        try await database.contacts.save(Contact(userID: "@kim:x", place: .device, name: "Kim", note: ""))
        #expect(try await contacts() == ["@bo:x Bo of the garden () account", "@kim:x Kim () device"])
        try await apply(ContactChange(userID: "@bo:x", entry: nil))
        #expect(try await contacts() == ["@kim:x Kim () device"])
    }

    @Test func contactMayExistOnDeviceAndAccount() async throws {
        try await database.contacts.save(Contact(userID: "@bo:x", place: .device, name: "Bo here", note: ""))
        try await database.contacts.save(Contact(userID: "@bo:x", place: .account, name: "Bo", note: ""))
        #expect(try await contacts() == ["@bo:x Bo () account", "@bo:x Bo here () device"])
    }

    @Test func chatMembersHaveContactNamesBesideDisplayNames() async throws {
        var chat = ChatChange(chatID: "!a", membership: .joined)
        chat.members = [ChatMember(userID: "@bo:x", displayName: "Bo", membership: "join")]
        chat.heroes = .set(["@bo:x"])
        _ = try await database.sync.apply(SyncSlice(changes: [chat]))
        func names() throws -> [String?] {
            let hero = try #require(try database.chats.chat(id: "!a")?.heroes.first)
            let member = try #require(try database.chats.members(chatID: "!a").first)
            #expect(hero.displayName == "Bo" && member.displayName == "Bo")
            return [hero.contactName, member.contactName]
        }
        #expect(try names() == [nil, nil])
        try await database.contacts.save(Contact(userID: "@bo:x", place: .account, name: "Bo B.", note: ""))
        #expect(try names() == ["Bo B.", "Bo B."])
        try await database.contacts.save(Contact(userID: "@bo:x", place: .device, name: "gardener", note: ""))
        #expect(try names() == ["gardener", "gardener"])
        try await database.contacts.save(Contact(userID: "@bo:x", place: .device, name: "", note: ""))
        #expect(try names() == ["Bo B.", "Bo B."])
    }

    @Test func contactSurvivesARestart() async throws {
        let scratch = try ScratchDirectory()
        let first = try ProfileDatabase(path: scratch.file("a.db"))
        try await first.contacts.save(Contact(userID: "@bo:x", place: .device, name: "Bo", note: "seeds"))
        first.close()
        let second = try ProfileDatabase(path: scratch.file("a.db"))
        #expect(try await second.contacts.all().map(\.name) == ["Bo"])
        second.close()
    }
}
