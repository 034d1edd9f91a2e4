import TestSupport

/// Ana and Bo, who look at an encrypted chat with each other, on a server of their own.
struct PeopleInChat {
    let server: TeamServer
    let ana: PersonAtScreen
    let bo: PersonAtScreen

    init() async throws {
        server = try await TeamServer()
        (ana, bo) = (try PersonAtScreen("ana"), try PersonAtScreen("bo"))
        for person in [ana, bo] {
            try await person.register(at: server)
            try await person.open().waitFor("online")
        }
        try await ana.invite("@bo:localhost")
        try await bo.acceptInvitation()
    }

    /// Ends a person's program, so that another one can open the profile.
    func close(_ person: PersonAtScreen) async throws {
        person.screen.send(.control("c"), .control("c"))
        _ = try await person.screen.waitForExit()
    }
}
