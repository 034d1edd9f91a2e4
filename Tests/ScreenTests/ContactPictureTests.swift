import TestSupport
import TestTraits
import Testing

/// Tests the contacts and the form for a contact, compared with pictures at three sizes.
@Suite(.serialized, .timeLimit(.minutes(10)), .sandboxed) struct ContactPictureTests {
    private static let sizes = [(80, 24), (120, 40), (40, 10)]

    @Test(arguments: sizes) func contactsMatchSnapshots(width: Int, height: Int) async throws {
        let ana = try PersonAtScreen("ana")
        let screen = try await ana.beginWithGuide(width: width, height: height)
        screen.send(.function(5))
        try await screen.waitFor("@guide:localhost")
        try await screen.waitForPicture("contacts")
        screen.send(.function(4))
        try await screen.waitFor("New contact")
        screen.send("@bo kim:localhost")
        try await screen.waitFor("A Matrix ID has no spaces in it.")
        try await screen.waitForPicture("edit-contact")
        screen.send(.control("u"))
        screen.send("@bo:localhost\r")
        try await screen.waitFor("What do you call them?")
        screen.send("Bo of the garden\t")
        try await screen.waitFor("Note")
        screen.send("has the key of the shed, and the seeds for the balcony")
        screen.send(.control("t"))
        screen.send(.enter)
        try await screen.waitFor("@bo:localhost")
        try await screen.waitUntilGone("New contact")
        try await screen.waitForPicture("two-contacts")
        screen.send(.control("o"))
        try await screen.waitFor("Delete the contact")
        screen.send("d")
        try await screen.waitForPicture("delete-contact")
        screen.send(.escape)
        try await screen.waitForPicture("two-contacts")
        #expect(screen.unknownSequences.isEmpty)
    }
}
