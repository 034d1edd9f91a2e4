import Conversations
import MatrixClient
import Testing
import ViewModels

@testable import Engine
@testable import Messenger

/// Tests the creation of a chat, from the keys in the form to the request to the server, which doesn't respond here.
@MainActor
@Suite(.timeLimit(.minutes(5))) final class CreateChatTests {
    private let bench: Workbench
    private let clock = FrameClock()
    private let withBo = NewChat(userIDs: [Story.bo], name: nil, isDirect: true, asksForEncryption: true)
    private let withKim = NewChat(userIDs: [Story.kim], name: nil, isDirect: true, asksForEncryption: true)
    private var form: CreateChatViewModel?
    private var formCount = 0
    private var suggestions: AutocompleteContactViewModel?
    private var suggestionCount = 0

    init() throws {
        let clock = clock
        bench = try Workbench(clock: clock, encrypts: true)
        bench.events.createChat.subscribe(self) { owner, model in
            owner.form = model
            owner.formCount += 1
        }
        bench.events.suggestions.subscribe(self) { owner, model in
            owner.suggestions = model
            owner.suggestionCount += 1
        }
        bench.queue.open()
        bench.queue.post(NavigationEvent.newChat)
        clock.deliver()
    }

    private func know(_ contacts: Contact...) {
        bench.queue.post(ContactEvent.loaded(KnownContact.sorted(contacts)))
        clock.deliver()
    }

    private func type(_ text: String) {
        form?.changed(text)
        clock.deliver()
    }

    private func answer(_ text: String, _ people: ChatPerson..., problem: FailureReason? = nil) {
        bench.queue.post(CreateChatEvent.answered(DirectoryResponse(text: text, people: people, problem: problem)))
        clock.deliver()
    }

    private func add(_ text: String) {
        form?.add(text)
        clock.deliver()
    }

    private func create() {
        form?.create()
        clock.deliver()
    }

    private var names: [String] {
        guard let suggestions else { return [] }
        return (0..<suggestions.count).map { suggestions.item($0).name.string }
    }

    private var members: [String] { form?.members.map(\.name.string) ?? [] }

    private func contact(_ userID: String, _ name: String, _ place: Contact.Location = .account) -> Contact {
        Contact(userID: userID, place: place, name: name, note: "")
    }

    @Test func formIsNotRebuiltWhenSuggestionsChange() {
        know(contact(Story.bo, "Bo"), contact(Story.kim, "Kim"))
        let forms = formCount
        let before = suggestionCount
        for text in ["b", "bo", "bob", "bo"] { type(text) }
        answer("bo", ChatPerson(userID: "@bobby:x", displayName: "Bobby"))
        #expect(formCount == forms)
        #expect(suggestionCount == before + 5)
        #expect(names == ["Bo", "Bobby"])
    }

    @Test func outdatedDirectoryResultIsDropped() {
        type("bo")
        type("bob")
        answer("bo", ChatPerson(userID: "@bo:y", displayName: "Bo of elsewhere"))
        #expect(names == ["bob"])
        answer("bob", ChatPerson(userID: "@bob:y", displayName: "Bob"))
        #expect(names == ["Bob", "bob"])
        type("bo")
        #expect(names == ["bo"])
    }

    @Test func contactsPrecedeDirectoryResultsWithoutDuplicates() {
        know(contact(Story.bo, "Bo"), contact("@kim:x", "Kimbo", .device))
        type("bo")
        answer("bo", ChatPerson(userID: Story.bo, displayName: "bo"), ChatPerson(userID: "@jumbo:x", displayName: nil))
        #expect(names == ["Bo", "Kimbo", "jumbo"])
        add("bo")
        #expect(members == ["Bo"])
        type("bo")
        #expect(names == ["Kimbo"])
    }

    @Test func fullMatrixIDIsAddedAsTyped() {
        know(contact("@bob:x", "Bo"))
        type("@bo:x.example")
        #expect(suggestions?.best == 0)
        add("@bo:x.example")
        #expect(members == ["bo"])
        #expect(form?.person.text == "")
    }

    @Test func capitalizedIDPrefersExactMatchThenExistingUser() {
        type("@BO:x")
        answer("@BO:x", ChatPerson(userID: Story.bo, displayName: "Bo"))
        add("@BO:x")
        #expect(members == ["Bo"])
        type("@KIM:x")
        answer(
            "@KIM:x", ChatPerson(userID: "@kim:x", displayName: "Kim"),
            ChatPerson(userID: "@KIM:x", displayName: "Old Kim"))
        add("@KIM:x")
        #expect(members == ["Bo", "Old Kim"])
    }

    @Test func earlyAddedIDIsCorrectedByDirectory() {
        type("@BO:x")
        add("@BO:x")
        #expect(members == ["BO"])
        answer("@BO:x", ChatPerson(userID: Story.bo, displayName: "Bo"))
        #expect(members == ["Bo"])
    }

    @Test(arguments: [
        ("@bo kim:x", "no spaces"), ("@bo:x y", "no spaces"), ("@bo:", "A server comes after the colon"),
        ("@", "A name comes after the @"), ("#tea:x", "address of a chat"), ("@ana:x", "That is you"),
        ("@bo:exa_mple", "is no server"),
    ])
    func matrixIDErrorsAreShownWhileTyping(text: String, word: String) {
        type(text)
        #expect(suggestions?.hint.string.contains(word) == true, "\(suggestions?.hint.string ?? "")")
    }

    @Test func twoWordNameIsNotAnError() {
        know(contact(Story.bo, "Bo Builder"))
        type("bo bu")
        #expect(suggestions?.hint == "")
        #expect(names == ["Bo Builder"])
        type("nobody here")
        answer("nobody here")
        #expect(suggestions?.hint == "Nobody is found by that name.")
    }

    @Test func directoryErrorIsShownAndContactsRemain() {
        know(contact(Story.bo, "Bo"))
        type("b")
        answer("b", problem: .server(.unreachable(.refused)))
        #expect(suggestions?.hint.string.contains("nothing answers") == true)
        #expect(names.first == "Bo")
    }

    @Test func formWithoutPeopleExplainsDirectChatEncryption() {
        type("b")
        #expect(form?.encryption.string.hasPrefix("A chat of two is encrypted") == true)
        bench.queue.post(CreateChatEvent.changing(.name("Tea")))
        clock.deliver()
        #expect(form?.encryption.string.hasPrefix("Not encrypted") == true)
    }

    @Test func groupIsEncryptedOnRequest() {
        form?.switchEncryption()
        clock.deliver()
        #expect(form?.encryption.string.hasPrefix("Encrypted") == true)
        add(Story.bo)
        // A direct chat is always encrypted if that is possible.
        #expect(form?.switchEncryption.reason != nil)
        add(Story.kim)
        create()
        #expect(bench.state.createChat.creating?.isEncrypted == true)
        bench.queue.post(NavigationEvent.newChat)
        clock.deliver()
        #expect(form?.encryption.string.hasPrefix("Encrypted") == false)
    }

    /// A malicious server could claim that the other user has no device that can read encrypted messages.
    @Test(arguments: [false, true]) func unencryptableDirectChatFollowsUsersChoice(encrypts: Bool) {
        add(Story.bo)
        create()
        #expect(bench.state.createChat.creating == withBo)
        bench.queue.post(CreateChatEvent.createChatFailed(withBo, .nothingReads(userID: Story.bo)))
        clock.deliver()
        #expect(form?.errorText.string.contains("@bo:x has no device that can read") == true)
        #expect(form?.encryption.string.hasPrefix("Not encrypted") == true)
        if encrypts { form?.switchEncryption() }
        clock.deliver()
        create()
        let decided = NewChat(userIDs: [Story.bo], name: nil, isDirect: true, isEncrypted: encrypts)
        #expect(bench.state.createChat.creating == decided)
    }

    @Test func encryptionChoiceAppliesOnlyToItsPerson() {
        add(Story.bo)
        create()
        bench.queue.post(CreateChatEvent.createChatFailed(withBo, .devicesUnknown(userID: Story.bo)))
        bench.queue.post(CreateChatEvent.removing(userID: Story.bo))
        clock.deliver()
        add(Story.kim)
        create()
        #expect(bench.state.createChat.creating?.asksForEncryption == true)
    }

    @Test func directChatIgnoresEncryptionSwitch() {
        form?.switchEncryption()
        add(Story.bo)
        create()
        #expect(bench.state.createChat.creating?.isEncrypted == false)
    }

    @Test func onePersonMakesDirectChatAndMoreMakeGroup() {
        add("bo")
        #expect(form?.hint.string == "Enter starts a chat with bo; more people make it a group.")
        add("kim")
        #expect(form?.hint.string == "Enter makes a group with bo and kim.")
        form?.named("Tea")
        clock.deliver()
        #expect(form?.hint.string == "Enter makes the group “Tea” with bo and kim.")
        form?.members.first?.remove()
        clock.deliver()
        #expect(form?.hint.string == "Enter makes the group “Tea” with kim.")
    }

    @Test func existingDirectChatIsOpened() {
        var chat = Story.chat("!bo")
        chat.directUserID = Story.bo
        (chat.joinedCount, chat.invitedCount) = (1, 1)
        bench.state.chatList.merge([chat])
        add(Story.bo)
        create()
        #expect(bench.state.chatList.openChatID == "!bo")
        #expect(form?.shouldShowBusy == false)
    }

    @Test func directChatIsRecreatedIfOtherLeft() {
        var chat = Story.chat("!bo")
        chat.directUserID = Story.bo
        chat.joinedCount = 1
        bench.state.chatList.merge([chat])
        add(Story.bo)
        create()
        #expect(form?.shouldShowBusy == true)
    }

    @Test func pendingInvitationIsShownInsteadOfNewChat() {
        var chat = Chat(id: "!bo", membership: .invited)
        chat.inviter = ChatPerson(userID: Story.bo, displayName: "Bo")
        chat.isDirectInvitation = true
        bench.state.chatList.merge([chat])
        add(Story.bo)
        create()
        #expect(bench.state.chatList.openChatID == "!bo")
    }

    @Test func failedCreationShowsReasonAndKeepsInput() {
        add("bo")
        add("kim")
        form?.named("Tea")
        create()
        #expect(form?.shouldShowBusy == true)
        #expect(form?.create.reason != nil)
        let tea = NewChat(userIDs: ["@bo:x", Story.kim], name: "Tea", isDirect: false)
        bench.queue.post(CreateChatEvent.createChatFailed(tea, .reason(.refused("no user @kim:x"))))
        clock.deliver()
        #expect(form?.shouldShowBusy == false)
        #expect(form?.errorText.string.contains("no user @kim:x") == true)
        #expect(form?.errorText.string.hasSuffix("Enter tries again.") == true)
        #expect(members == ["bo", "kim"])
        #expect(form?.name.text == "Tea")
        create()
        #expect(form?.shouldShowBusy == true)
    }

    @Test func createdChatIsOpened() {
        add("bo")
        create()
        bench.queue.post(
            CreateChatEvent.created(chatID: "!new", withBo))
        #expect(bench.state.chatList.openChatID == "!new")
        #expect(bench.state.navigation.screen == .chats)
    }

    @Test func createdChatIsNotOpenedAfterCancel() {
        add("bo")
        create()
        form?.cancel()
        bench.queue.post(
            CreateChatEvent.created(chatID: "!new", withBo))
        #expect(bench.state.chatList.openChatID == nil)
        #expect(bench.state.chatList.chats["!new"]?.directUserID == Story.bo)
    }

    @Test func resultOfOtherChatDoesNotAffectForm() {
        add("bo")
        create()
        form?.cancel()
        bench.queue.post(NavigationEvent.newChat)
        clock.deliver()
        bench.queue.post(CreateChatEvent.createChatFailed(withBo, .reason(.refused())))
        clock.deliver()
        #expect(form?.errorText.isEmpty == true)
        add("kim")
        create()
        bench.queue.post(CreateChatEvent.created(chatID: "!bo", withBo))
        bench.queue.post(CreateChatEvent.createChatFailed(withBo, .reason(.refused())))
        clock.deliver()
        #expect(bench.state.navigation.screen == .createChat)
        #expect(bench.state.chatList.openChatID == nil)
        #expect(form?.shouldShowBusy == true)
        bench.queue.post(CreateChatEvent.created(chatID: "!kim", withKim))
        #expect(bench.state.chatList.openChatID == "!kim")
    }

    @Test func creatingWithoutPeopleIsRejected() {
        create()
        #expect(form?.errorText.string.contains("Add somebody first") == true)
    }

    @Test func largeContactListFindsBestMatch() {
        let many = (1...5_000).map { contact("@p\($0):x", "Person \($0)") }
        bench.queue.post(ContactEvent.loaded(KnownContact.sorted(many)))
        clock.deliver()
        #expect(suggestions?.count == 5_000)
        type("person 4999")
        #expect(names.first == "Person 4999")
    }
}
