import Conversations
import Testing

@testable import Messenger

@Suite(.timeLimit(.minutes(5))) struct OutboxModelTests {
    private var model = OutboxModel()

    private var said: String? { model.newest.said[Story.chatID]?.id }
    private var refused: String? { model.newest.refused[Story.chatID]?.id }

    @Test mutating func newestLinesFollowEachChange() {
        model.load([Story.outboxLine("a"), Story.outboxLine("b")])
        #expect(said == "b" && refused == nil)
        var edit = Story.outboxLine("c")
        edit.purpose = .edit(of: .event("$1"))
        model.append(edit)
        #expect(said == "b")
        model.setState(.failed(reason: .said("no")), id: "a")
        #expect(refused == "a")
        model.setState(.failed(reason: .said("no")), id: "c")
        #expect(said == "b" && refused == "c")
        model.setState(.queued, id: "c")
        model.remove(["b"])
        #expect(said == "a" && refused == "a")
        model.remove(["a", "c"])
        #expect(model.newest.said.isEmpty && model.newest.refused.isEmpty)
    }
}
