import Testing
import ViewModels

@testable import Presentation

@Suite(.timeLimit(.minutes(5))) struct AccountMarkBuilderTests {
    private func marks(_ userIDs: String...) -> [String] {
        AccountMarkBuilder(userIDs: userIDs).build().map(\.string)
    }

    @Test func accountMarkIsTheLocalpart() {
        #expect(marks("@ana:localhost", "@anna:matrix.org") == ["ana", "anna"])
    }

    @Test func sameLocalpartsAreMarkedByServer() {
        #expect(
            marks("@ana:localhost", "@ana:work.example.org", "@bo:work.example.org") == ["@localhost", "@work", "bo"])
    }

    @Test func identicalMarksAreNumbered() {
        #expect(marks("@ana:localhost", "@ana:localhost") == ["ana", "ana 2"])
    }

    @Test func accountMarkIsSanitized() {
        #expect(!marks("@a\u{1B}[2J:x").joined().contains("\u{1B}"))
    }
}
