import MatrixAPI
import Testing

@testable import Engine
@testable import Messenger

@Suite(.timeLimit(.minutes(5))) struct ChatPartnerTests {
    private func partner(_ text: String) -> ChatPartner { ChatPartner(text: text, ownUserID: "@ana:example.org") }

    @Test(arguments: ["@bo:example.org", "bo", "@bo", "  @bo:example.org "])
    func nameWithoutServerUsesOwnServer(text: String) {
        guard case .valid(let userID) = partner(text) else {
            Issue.record("\(text) is a Matrix ID")
            return
        }
        #expect(userID.description == "@bo:example.org")
    }

    @Test(arguments: [
        "https://matrix.to/#/@bo:example.net", " https://matrix.to/#/%40bo%3Aexample.net?via=a.org",
        "matrix:u/bo:example.net", "matrix:u/bo:example.net?action=chat",
    ])
    func personLinkGivesMatrixID(link: String) throws {
        #expect(partner(link) == .valid(try #require(UserID("@bo:example.net"))))
    }

    @Test(arguments: ["https://matrix.to/#/@ana:example.org", "matrix:u/ana:example.org"])
    func linkToOneselfIsRejected(link: String) {
        #expect(partner(link) == .wrong(.oneself))
    }

    @Test(arguments: ["@bo kim:example.org", "@bo:exa mple", "@bo:exa_mple"])
    func invalidMatrixIDIsExplained(text: String) {
        guard case .wrong(let flaw) = partner(text) else {
            Issue.record("\(text) is wrong")
            return
        }
        #expect(!flaw.text.isEmpty)
    }

    @Test(arguments: ["foo@bar.com", "zz@foo", "foo@:", "zz@", "@foo@bar.com", "foo@bar.com:example.org", "@a@b:"])
    func emailAddressIsRejected(text: String) {
        #expect(partner(text) == .wrong(.mailAddress))
    }

    @Test func historicalMatrixIDMayContainSecondAt() {
        guard case .valid(let userID) = partner("@foo@bar.com:example.org") else {
            Issue.record("it is valid")
            return
        }
        #expect(userID.localpart == "foo@bar.com")
    }

    @Test func ownMatrixIDIsRejected() {
        #expect(partner("@ana:example.org") == .wrong(.oneself))
    }

    @Test(arguments: ["", "@", "@bo:"])
    func unfinishedIDIsIncompleteNotWrong(text: String) {
        guard case .incomplete = partner(text) else {
            Issue.record("\(text) is incomplete")
            return
        }
    }
}
