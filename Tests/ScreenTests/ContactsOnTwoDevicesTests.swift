import TestSupport
import TestTraits
import Testing

/// Tests one account on two devices, and the contacts that they share.
@Suite(.serialized, .timeLimit(.minutes(10)), .sandboxed) struct ContactsOnTwoDevicesTests {
    private let server: TeamServer
    private let ana: PersonAtScreen
    /// Ana's other device.
    private let tablet: PersonAtScreen

    init() async throws {
        server = try await TeamServer()
        ana = try PersonAtScreen("ana")
        tablet = try PersonAtScreen("ana")
        try await ana.register(at: server)
        let login = try await tablet.run(
            ["login", server.address, "--user", "ana"], input: "a password of ana\n")
        #expect(login.exit == .status(0), "\(login.errors)")
        try ana.open()
        try await ana.screen.waitFor("online")
        try await ana.waitUntilConfirmed()
        try tablet.open()
        try await tablet.screen.waitFor("Verify this device")
        tablet.screen.send(.escape)
        try await tablet.screen.waitUntilGone("Verify this device")
        for person in [ana, tablet] {
            person.screen.send(.function(5))
            try await person.screen.waitFor("No contacts yet")
        }
    }

    private func addBo(onThisDeviceAlone: Bool = false) async throws {
        ana.screen.send(.function(4))
        try await ana.screen.waitFor("New contact")
        ana.screen.send("@bo:localhost")
        try await ana.screen.waitFor("› @bo:localhost")
        ana.screen.send(.enter)
        try await ana.screen.waitFor("What do you call them?")
        ana.screen.send("Bo of the garden")
        try await ana.screen.waitFor("› Bo of the garden")
        if onThisDeviceAlone {
            ana.screen.send(.control("t"))
            try await ana.screen.waitFor("Kept on this device alone")
        }
        ana.screen.send(.enter)
        try await ana.screen.waitFor("Contacts (1)")
    }

    private func askToDelete(_ person: PersonAtScreen) async throws {
        person.screen.send(.control("o"))
        try await person.screen.waitFor("Delete the contact")
        person.screen.send("d")
        try await person.screen.waitFor("y deletes")
    }

    @Test func accountContactSyncsToOtherDeviceAndIsDeletedOnBoth() async throws {
        try await addBo()
        try await tablet.screen.waitFor("Bo of the garden", endingIn: "in your account")
        try await askToDelete(tablet)
        tablet.screen.send("y")
        try await tablet.screen.waitFor("No contacts yet")
        try await ana.screen.waitFor("No contacts yet")
        #expect(ana.screen.unknownSequences.isEmpty)
    }

    @Test func localContactStaysOnThisDeviceAcrossRestarts() async throws {
        try await addBo(onThisDeviceAlone: true)
        try await ana.screen.waitFor("Bo of the garden", endingIn: "on this device")
        ana.screen.send(.control("c"))
        ana.screen.send(.control("c"))
        #expect(try await ana.screen.waitForExit() == .status(0))
        try ana.open()
        try await ana.screen.waitFor("online")
        ana.screen.send(.function(5))
        try await ana.screen.waitFor("Bo of the garden", endingIn: "on this device")
        try await tablet.settle(where: "In the contacts")
        #expect(tablet.screen.screen.contains("No contacts yet"))
    }

    @Test func contactStaysWhenDeletionFailsOffline() async throws {
        try await addBo()
        _ = try await server.stop()
        try await askToDelete(ana)
        ana.screen.send("y")
        try await ana.screen.waitFor("Not deleted: The server can't be reached")
        #expect(ana.screen.screen.contains("Bo of the garden"))
        ana.screen.send(.function(4))
        try await ana.screen.waitFor("New contact")
        ana.screen.send("kim\r")
        try await ana.screen.waitFor("What do you call them?")
        ana.screen.send("Kim")
        try await ana.screen.waitFor("› Kim")
        ana.screen.send(.enter)
        try await ana.screen.waitFor("Not kept: The server can't be reached")
        #expect(ana.screen.screen.contains("› Kim"))
        ana.screen.send(.escape)
        try await ana.screen.waitFor("Contacts (1)")
    }
}
