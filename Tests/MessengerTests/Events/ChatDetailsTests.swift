import Conversations
import Testing
import ViewModels

@testable import Messenger

@MainActor
@Suite struct ChatDetailsTests {
    private let bench: Workbench

    init() throws {
        bench = try Workbench()
        var chat = Story.chat(Story.chatID)
        chat.topic = "green or black"
        bench.models.chatList.merge([chat])
        bench.models.chatList.open(Story.chatID)
        bench.queue.open(to: bench.routers)
    }

    private var model: ChatDetailsViewModel {
        ChatDetailsViewModelBuilder(models: bench.models, queue: bench.queue).build()
    }

    private var names: [String] { (0..<model.memberCount).map { model.member($0).name.string } }
    private var roles: [String] { (0..<model.memberCount).map { model.member($0).role.string } }

    private func power(_ users: [String: Int]) -> ChatPower {
        var power = ChatPower()
        power.users = users
        return power
    }

    private func load(_ users: [String: Int], _ members: [ChatMember] = Array(Story.members.values)) {
        bench.queue.post(ChatDetailsEvent.opening)
        bench.queue.post(ChatDetailsEvent.loaded(chatID: Story.chatID, members: members, power: power(users)))
    }

    @Test func itSaysWhatTheChatIs() {
        bench.queue.post(ChatDetailsEvent.opening)
        #expect(bench.models.navigation.screen == .chatDetails)
        let facts = model.facts.map { "\($0.name.string): \($0.text.string)" }
        #expect(facts.contains("Topic: green or black"))
        #expect(facts.contains("Room ID: !tea"))
        #expect(facts.contains("Secrecy: not encrypted"))
        #expect(model.shouldShowBusy)
    }

    @Test func thePowerfulStandFirstAndOneselfIsMarked() {
        let gone = ChatMember(userID: "@zoe:x", displayName: "Zoe", membership: "leave")
        let asked = ChatMember(userID: "@abe:x", displayName: nil, membership: "invite")
        load([Story.kim: 100, Story.bo: 50], Array(Story.members.values) + [gone, asked])
        #expect(names == ["Kim", "Bo", "abe", "Ana"])
        #expect(roles == ["admin", "moderator", "invited", "you"])
        #expect(model.memberHeading == "4 members")
    }

    @Test func whereThePowerIsMissingTheReasonIsSaid() {
        load([Story.kim: 100, Story.bo: 50])
        #expect(model.rename.reason != nil)
        #expect(model.setTopic.reason != nil)
        #expect(model.invite.reason == nil)
        #expect(model.member(1).remove.reason != nil)
    }

    @Test func untilThePowerIsKnownNothingIsOffered() {
        bench.queue.post(ChatDetailsEvent.opening)
        #expect(model.rename.reason == "The server is being asked who may do that")
        bench.queue.post(ChatDetailsEvent.failed(chatID: Story.chatID, reason: "no network"))
        #expect(model.rename.reason != nil)
        #expect(model.errorText == "no network")
    }

    @Test func aRefusedChangeKeepsWhatWasTyped() throws {
        load([Story.ana: 100])
        model.setTopic()
        #expect(model.field?.text == "green or black")
        let field = try #require(model.field)
        field.changed("only green")
        field.save("only green")
        #expect(model.shouldShowBusy)
        #expect(model.field?.save.reason != nil)
        bench.queue.post(ChatDetailsEvent.failed(chatID: Story.chatID, reason: "not allowed"))
        #expect(model.errorText == "not allowed")
        #expect(bench.models.chatDetails.text == "only green")
        #expect(model.field?.save.reason == nil)
        #expect(model.field?.revision == field.revision)
    }

    @Test func whatTheServerDidClosesTheField() {
        load([Story.ana: 100])
        model.rename()
        model.field?.save("Tea")
        bench.queue.post(ChatDetailsEvent.done(chatID: Story.chatID))
        #expect(model.field == nil)
        #expect(!bench.models.chatDetails.isBusy)
    }

    @Test func somebodyWithoutAMatrixIDIsNotInvited() {
        load([:])
        model.invite()
        model.field?.save("kim at home")
        #expect(model.shouldShowError)
        #expect(!bench.models.chatDetails.isBusy)
    }

    @Test func anAnswerForAnotherChatIsDropped() {
        load([Story.ana: 100])
        bench.queue.post(ChatDetailsEvent.loaded(chatID: "!other", members: [], power: power([:])))
        #expect(model.memberCount == 3)
    }

    @Test func aMemberCanBeTalkedToAndOneselfNot() {
        load([Story.ana: 100])
        #expect(model.member(0).startChat.reason == "That is you")
        model.member(1).startChat()
        #expect(bench.models.navigation.screen == .createChat)
    }

    @Test func noticesGoFromAllToMentionsToNone() {
        load([:])
        for expected in ["of mentions alone", "of nothing: muted", "of all messages"] {
            model.changeNotices()
            #expect(model.facts.last?.text.string == expected)
        }
    }

    @Test func backLeadsToTheChat() {
        load([Story.ana: 100])
        model.back()
        #expect(bench.models.navigation.screen == .chats)
    }
}
