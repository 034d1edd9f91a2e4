import Conversations
import MatrixAPI
import Storage
import Testing
import ViewModels

@testable import Engine
@testable import Messenger

/// Tests contacts of both kinds, from the list to the disk and to the server, which doesn't respond here.
@MainActor
@Suite(.timeLimit(.minutes(5))) final class ContactRoutingTests {
    private let bench: Workbench
    private let clock = FrameClock()
    private var list: ContactListViewModel?
    private var form: EditContactViewModel?

    init() throws {
        let clock = clock
        bench = try Workbench(clock: clock)
        bench.events.contacts.subscribe(self) { $0.list = $1 }
        bench.events.editContact.subscribe(self) { $0.form = $1 }
        bench.queue.open()
        bench.queue.post(ContactEvent.shown)
        clock.deliver()
    }

    private func load(_ contacts: Contact...) {
        bench.queue.post(ContactEvent.loaded(KnownContact.sorted(contacts)))
        clock.deliver()
    }

    private var contacts: [any ContactViewModel] {
        guard let list else { return [] }
        return (0..<list.count).map { list.contact($0) }
    }

    private func lines() -> [String] {
        contacts.map { "\($0.name.string) \($0.detail.string) \($0.place.string)\($0.hasChat ? " chat" : "")" }
    }

    private func fields(_ userID: String, _ name: String, _ note: String = "") -> EditContactViewModel.Fields {
        EditContactViewModel.Fields(userID: userID, name: name, note: note)
    }

    private func change(_ fields: EditContactViewModel.Fields) {
        form?.changed(fields)
        clock.deliver()
    }

    private func save(_ fields: EditContactViewModel.Fields) {
        form?.save(fields)
        clock.deliver()
    }

    private let bo = Contact(userID: Story.bo, place: .account, name: "Bo", note: "")
    private let kim = Contact(userID: Story.kim, place: .device, name: "kim", note: "seeds")
    private let lea = Contact(userID: "@lea:x", place: .account, name: "", note: "", isFromChatAlone: true)

    @Test func capitalizedIDIsSavedAsExistingUser() throws {
        bench.queue.post(EditContactEvent.adding(nil))
        clock.deliver()
        save(fields("@BO:x", "Bo"))
        let typed = try #require(bench.state.editContact.saving)
        bench.queue.post(EditContactEvent.settled(try #require(UserID("@bo:x")), typed))
        #expect(bench.state.editContact.saving?.userID == "@bo:x")
        // An existing contact is not stored twice.
        load(Contact(userID: "@bo:x", place: .account, name: "Bo", note: ""))
        bench.queue.post(EditContactEvent.adding(nil))
        clock.deliver()
        save(fields("@BO:x", "Another"))
        let again = try #require(bench.state.editContact.saving)
        bench.queue.post(EditContactEvent.settled(try #require(UserID("@bo:x")), again))
        #expect(!bench.state.editContact.isBusy)
        #expect(bench.state.editContact.error == .flaw(.alreadyKept(name: "Bo")))
    }

    @Test func contactNameIsShownButNeverInserted() throws {
        var chat = Story.chat(Story.chatID)
        chat.heroes = [ChatPerson(userID: Story.bo, displayName: "bo")]
        bench.state.chatList.merge([chat])
        bench.queue.post(ChatEvent.opened(chatID: chat.id))
        bench.state.timeline.merge([ChatMember(userID: Story.bo, displayName: "bo", membership: "join")])
        load(Contact(userID: Story.bo, place: .account, name: "Bo", note: ""), kim)
        #expect(try Naming.chat(#require(bench.state.chatList.openChat)) == "Bo")
        load(
            Contact(userID: Story.bo, place: .account, name: "Bo", note: ""),
            Contact(userID: Story.bo, place: .device, name: "the gardener", note: ""))
        #expect(try Naming.chat(#require(bench.state.chatList.openChat)) == "the gardener")
        #expect(bench.state.timeline.names.name(of: Story.bo) == "the gardener")
        // A candidate found by its private name is inserted with its public name.
        bench.queue.post(CompletionEvent.asked(CompletionQuery(kind: .person, text: "gard")))
        clock.deliver()
        #expect(bench.state.completion.candidates == [.person(userID: Story.bo, displayName: "bo", called: "bo")])
        load()
        #expect(try Naming.chat(#require(bench.state.chatList.openChat)) == "bo")
        #expect(bench.state.timeline.names.name(of: Story.bo) == "bo")
    }

    @Test func contactsOfAllKindsShareOneList() {
        var chat = Story.chat("!lea")
        chat.directUserID = "@lea:x"
        bench.state.chatList.merge([chat])
        load(kim, lea, bo)
        #expect(
            lines() == [
                "Bo @bo:x in your account", "kim @kim:x on this device", "lea @lea:x from your chat chat",
            ])
        list?.filtered("SEED")
        clock.deliver()
        #expect(lines() == ["kim @kim:x on this device"])
    }

    @Test func deviceContactIsDeletedAtOnce() async throws {
        try await bench.database.contacts.save(kim)
        load(kim, bo)
        contacts[1].delete()
        clock.deliver()
        #expect(lines() == ["Bo @bo:x in your account"])
        await bench.kept()
        #expect(try await bench.database.contacts.all().isEmpty)
    }

    @Test func accountContactIsDeletedAfterServerConfirms() {
        load(kim, bo)
        contacts[0].delete()
        clock.deliver()
        #expect(contacts[0].shouldShowBusy)
        #expect(contacts[0].delete.reason != nil)
        bench.queue.post(ContactEvent.deleted(bo.id))
        clock.deliver()
        #expect(lines() == ["kim @kim:x on this device"])
    }

    @Test func refusedDeletionKeepsContact() {
        load(bo)
        contacts[0].delete()
        bench.queue.post(ContactEvent.failedDeleting(bo.id, .refused()))
        clock.deliver()
        #expect(lines() == ["Bo @bo:x in your account"])
        #expect(contacts[0].shouldShowError)
        #expect(contacts[0].errorText == "Not deleted: The server doesn't allow it (no)")
        #expect(contacts[0].delete.reason == nil)
    }

    @Test func contactOpensExistingChatOrCreatesOne() {
        var chat = Story.chat("!bo")
        chat.directUserID = Story.bo
        (chat.joinedCount, chat.invitedCount) = (2, 0)
        bench.state.chatList.merge([chat])
        load(bo, kim)
        contacts[1].open()
        #expect(bench.state.navigation.screen == .createChat)
        #expect(bench.state.createChat.isBusy)
        #expect(bench.state.createChat.members.map(\.userID) == [Story.kim])
        contacts[0].open()
        #expect(bench.state.chatList.openChatID == "!bo")
    }

    @Test func newDeviceContactIsSavedToDisk() async throws {
        load()
        list?.add()
        clock.deliver()
        form?.switchPlace()
        save(fields("bo", " Bo ", "seeds"))
        #expect(form?.shouldShowBusy == true)
        await bench.kept()
        let kept = try await bench.database.contacts.all()
        #expect(kept == [Contact(userID: Story.bo, place: .device, name: "Bo", note: "seeds")])
        #expect(bench.state.navigation.screen == .contacts)
    }

    @Test func fieldErrorsAreShownWhileTyping() {
        load(bo)
        list?.add()
        clock.deliver()
        change(fields("@bo kim:x", "  "))
        #expect(form?.userID.isWrong == true)
        #expect(form?.userID.hint == "A Matrix ID has no spaces in it.")
        #expect(form?.name.isWrong == true)
        change(fields("@bo", "Bo"))
        #expect(form?.userID.hint == "Is a contact already: Bo")
        change(fields("kim", String(repeating: "k", count: 103)))
        #expect(form?.userID.hint == "Means @kim:x")
        #expect(form?.userID.isWrong == false)
        #expect(form?.name.hint == "Too long by 3 characters")
        save(fields("kim", ""))
        #expect(form?.shouldShowError == true)
        #expect(form?.shouldShowBusy == false)
    }

    @Test func refusedContactStaysInForm() {
        load()
        list?.add()
        clock.deliver()
        save(fields("@bo:x", "Bo", "seeds"))
        #expect(form?.shouldShowBusy == true)
        let kept = Contact(userID: Story.bo, place: .account, name: "Bo", note: "seeds")
        bench.queue.post(EditContactEvent.failedSaving(kept, .refused()))
        clock.deliver()
        #expect(form?.errorText == "Not kept: The server doesn't allow it (no)")
        #expect(form?.userID.text == "@bo:x")
        #expect(form?.note.text == "seeds")
        form?.cancel()
        #expect(bench.state.navigation.screen == .contacts)
    }

    @Test func resultOfOtherContactDoesNotAffectForm() {
        load(kim, bo)
        bench.queue.post(EditContactEvent.editing(bo))
        clock.deliver()
        save(fields(Story.bo, "Bobby"))
        form?.cancel()
        let bobby = Contact(userID: Story.bo, place: .account, name: "Bobby", note: "")
        bench.queue.post(EditContactEvent.adding(ChatPerson(userID: "@lea:x", displayName: "Lea")))
        clock.deliver()
        bench.queue.post(EditContactEvent.failedSaving(bobby, .refused()))
        clock.deliver()
        #expect(form?.shouldShowError == false)
        save(fields("@lea:x", "Lea"))
        for event in [EditContactEvent.failedSaving(bobby, .refused()), .saved(bobby)] {
            bench.queue.post(event)
            clock.deliver()
            #expect(bench.state.navigation.screen == .editContact)
            #expect(form?.shouldShowBusy == true)
            #expect(form?.shouldShowError == false)
        }
        let lea = Contact(userID: "@lea:x", place: .account, name: "Lea", note: "")
        bench.queue.post(EditContactEvent.failedSaving(lea, .refused()))
        clock.deliver()
        #expect(form?.shouldShowError == true)
    }

    @Test func contactFormIsFilledForNewOrExistingPerson() {
        load(bo)
        bench.state.navigation.show(.chats)
        bench.queue.post(EditContactEvent.adding(ChatPerson(userID: Story.kim, displayName: "Kim")))
        clock.deliver()
        #expect(form?.title == "New contact")
        #expect(form?.name.text == "Kim")
        form?.cancel()
        #expect(bench.state.navigation.screen == .chats)
        bench.queue.post(EditContactEvent.adding(ChatPerson(userID: Story.bo, displayName: "Bo B.")))
        clock.deliver()
        #expect(form?.title == "Edit contact")
        #expect(form?.name.text == "Bo")
        #expect(form?.switchPlace.reason != nil)
    }

    @Test func syncUpdatesContactList() async throws {
        load()
        var slice = SyncSlice(changes: [])
        slice.contacts = [ContactChange(userID: Story.bo, entry: .init(name: "Bo", note: ""))]
        _ = try await bench.database.sync.apply(slice)
        bench.queue.post(SyncEvent.contactsChanged)
        await bench.kept()
        clock.deliver()
        #expect(lines() == ["Bo @bo:x in your account"])
    }

    @Test func largeContactListGivesRowsByIndex() {
        let many = (1...5_000).map { Contact(userID: "@p\($0):x", place: .account, name: "Person \($0)", note: "") }
        bench.queue.post(ContactEvent.loaded(KnownContact.sorted(many)))
        clock.deliver()
        #expect(list?.count == 5_000)
        #expect(list?.contact(4_999).name == "Person 999")
    }

    @Test func contactFormIsFilledFromMessageSender() {
        bench.state.chatList.merge([Story.chat(Story.chatID)])
        let messages = [Story.line(1, by: Story.kim), Story.line(2, by: Story.ana)]
        bench.state.timeline.open(
            chatID: Story.chatID,
            stored: OpenedTimeline(
                window: Story.window(messages), members: Array(Story.members.values), readPositions: [:], unread: nil))
        let chat = bench.openChat
        let actions = messages.map { chat.actions(ChatRowID.of($0.message)) }
        #expect(actions[1]?.keepSender.reason == "You wrote it yourself")
        #expect(actions[0]?.keepSender() == nil)
        clock.deliver()
        #expect(form?.userID.text == Story.kim)
        #expect(form?.name.text == "Kim")
    }
}
