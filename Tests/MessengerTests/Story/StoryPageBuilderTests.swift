import Conversations
import MatrixAPI
import Testing
import ViewModels

@testable import Engine
@testable import Messenger
@testable import Presentation

@Suite(.timeLimit(.minutes(5))) struct StoryPageBuilderTests {
    private func page(
        _ message: Message, versions: [MessageVersion] = [], line: LineHistory? = nil,
        key: MessageInfoKey? = nil
    ) -> [String: [String]] {
        let story = MessageInfo(message: message, versions: versions, line: line, readers: [])
        let page = MessageInfoPageBuilder(
            story: story, lineStory: nil, line: nil, names: MemberNames(Story.members), ownUserID: Story.ana,
            time: Story.time, key: key
        ).build()
        return Dictionary(page.sections.map { ($0.title.string, $0.lines.map(\.string)) }) { _, last in last }
    }

    private func version(_ body: String, at timestamp: Int64) -> MessageVersion {
        MessageVersion(
            eventID: "$\(timestamp)", timestamp: timestamp, body: body, formattedBody: nil,
            source: #"{"body":"\#(body)"}"#)
    }

    @Test func messageInfoListsSendingStepsInOrder() throws {
        let minute: Int64 = 60_000
        let line = LineHistory(
            id: "t", acceptedAt: Story.noon, keptAt: Story.noon, leftAt: Story.noon, tries: 5,
            answeredAt: Story.noon + 9 * minute, eventID: "$1", refusedAt: Story.noon + minute,
            refusal: .said("too soon"))
        let told = try #require(page(Story.line(1, by: Story.ana).message, line: line)["From this device"])
        #expect(told.dropFirst(2).map { String($0.prefix(10)) } == ["Sent first", "Refused at", "Answered a"])
        #expect(told[2].hasSuffix(", 5 times in all"))
    }

    @Test func messageInfoCountsDevicesWithoutKey() throws {
        let line = LineHistory(
            id: "t", acceptedAt: Story.noon, keptAt: Story.noon, leftAt: Story.noon, tries: 1,
            answeredAt: Story.noon, eventID: "$1", refusedAt: nil, refusal: nil)
        let page = page(Story.line(1, by: Story.ana).message, line: line, key: MessageInfoKey(unreached: [Story.bo: 2]))
        let told = try #require(page["From this device"])
        let name = MemberNames(Story.members).name(of: Story.bo)
        #expect(told.last == "2 devices of \(name) could not be given the key")
    }

    @Test func messageInfoSaysMessageWasEncrypted() {
        let said = "Encrypted: only devices of those in the chat can read it."
        let opened = Story.line(1, encryption: .opened(sessionID: "s", index: 0)).message
        #expect(page(opened)[""]?.contains(said) == true)
        #expect(page(Story.line(1).message)[""]?.contains(said) == false)
    }

    @Test func messageInfoNamesEncryptingDeviceAndDoubt() {
        let opened = Story.line(1, encryption: .opened(sessionID: "s", index: 0)).message
        let name = MemberNames(Story.members).name(of: Story.bo)
        let device = MessageInfoKey.Device(deviceID: "TABLET", isThisOne: false)
        let told = page(opened, key: MessageInfoKey(device: device, doubt: .notSignedByOwner(isOwnerVerified: false)))[
            ""]
        #expect(told?.suffix(2).first == "Encrypted by the device TABLET of \(name)")
        #expect(told?.last?.hasPrefix("Encrypted by a device that \(name) has not verified") == true)
        let here = MessageInfoKey(device: MessageInfoKey.Device(deviceID: "DESK", isThisOne: true))
        #expect(page(opened, key: here)[""]?.last == "Encrypted by this device, DESK")
    }

    @Test func messageInfoShowsNewestSourceBeforeFirst() {
        let versions = [version("tea", at: Story.noon), version("coffee", at: Story.noon + 1)]
        let sections = page(Story.line(1, "coffee").message, versions: versions)
        #expect(sections["Source"] == nil)
        #expect(sections["Source of the newest wording"] == ["{", #"  "body": "coffee""#, "}"])
        #expect(sections["Source of the first wording"] == ["{}"])
    }

    @Test func sourceTextIsValidJSONAtAnyNesting() throws {
        let source: JSONValue = ["a": [1, 2, ["b": .null]], "c": ["d": "e"], "f": [], "g": [:]]
        let lines = PrettyJSON.lines(of: source.serializedText)
        #expect(lines.count > 10)
        #expect(try JSONValue(parsing: lines.joined(separator: "\n")) == source)
    }
}
