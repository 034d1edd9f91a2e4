import Conversations
import MatrixAPI
import Testing

@testable import Engine

@Suite(.timeLimit(.minutes(5))) struct ContactContentTests {
    private func slices(_ accountData: [JSONValue]) throws -> [SyncSlice] {
        let response = try #require(
            SyncResponse(json: ["next_batch": "s1", "account_data": ["events": .array(accountData)]]))
        return Array(SyncTranslator(userID: Story.ana).slices(of: response, now: Story.noon))
    }

    private func data(_ userID: String, _ content: JSONValue) -> JSONValue {
        ["type": .string("im.confab.contact." + userID), "content": content]
    }

    @Test func contactIsReadFromAccountDataAndRemovedWhenEmpty() throws {
        let changes = try slices([
            data(Story.bo, ["name": "Bo", "note": "seeds"]), data(Story.kim, [:]),
            ["type": "m.direct", "content": [:]],
        ]).flatMap(\.contacts)
        #expect(
            changes == [
                ContactChange(userID: Story.bo, entry: .init(name: "Bo", note: "seeds")),
                ContactChange(userID: Story.kim, entry: nil),
            ])
    }

    @Test func laterAccountDataWins() throws {
        let changes = try slices([data(Story.bo, ["name": "Bo"]), data(Story.bo, [:])]).flatMap(\.contacts)
        #expect(changes == [ContactChange(userID: Story.bo, entry: nil)])
    }

    @Test(arguments: ["", "bo", "@bo", "!room:x", "@:x"]) func invalidUserIDIsNotAContact(userID: String) throws {
        #expect(try slices([data(userID, ["name": "Bo"])]).flatMap(\.contacts).isEmpty)
    }

    @Test func malformedContactDoesNotAffectOthers() throws {
        let changes = try slices([data(Story.bo, ["name": 7, "note": ["x"]]), data(Story.kim, ["note": "key"])])
            .flatMap(\.contacts)
        #expect(
            changes == [
                ContactChange(userID: Story.bo, entry: nil),
                ContactChange(userID: Story.kim, entry: .init(name: "", note: "key")),
            ])
    }

    @Test func contactsAreSlicedAndTokenComesLast() throws {
        let slices = try slices((1...1_200).map { data("@p\($0):x", ["name": "P"]) })
        #expect(slices.map(\.contacts.count) == [250, 250, 250, 250, 200, 0])
        #expect(slices.map(\.token) == [nil, nil, nil, nil, nil, "s1"])
    }

    @Test func writtenContactIsReadBack() throws {
        let contact = Contact(userID: Story.bo, place: .account, name: "Bo", note: "seeds")
        let event = data(contact.userID, ContactContent.json(of: contact))
        #expect(ContactContent.type(of: Story.bo) == event["type"]?.string)
        let changes = try slices([event]).flatMap(\.contacts)
        #expect(changes == [ContactChange(userID: Story.bo, entry: .init(name: "Bo", note: "seeds"))])
    }
}
