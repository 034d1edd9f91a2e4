import MatrixAPI
import MatrixClient
import TestSupport
import Testing

/// Four terminals, their users, and the server between them. Executes the lines of a story, and checks every screen
/// after each line.
final class Stage {
    /// The server. `nil` if the story begins without one.
    let server: TeamServer?
    let seats: [String: Seat]
    /// The values that replace `{name}` in a line of the story, because they were unknown when it was written.
    var noted: [String: String] = [:]
    /// The names that are used here. A row that shows the beginning of one must show all of it, or mark the cut.
    private var longNames: [String] = []
    /// The lines of each user that must exist in the end, according to the story.
    private(set) var written: [String: [String]] = [:]

    init(server: TeamServer?, seats: [String: Seat]) {
        self.server = server
        self.seats = seats
    }

    /// Creates all accounts, and opens an empty chat list for each. `tablet` is ana's other device.
    static func setUp() async throws -> Stage {
        let server = try await TeamServer()
        let stage = Stage(
            server: server,
            seats: [
                "ana": try Seat("ana", type: "xterm-256color", colors: 256, size: (80, 24)),
                "bo": try Seat("bo", type: "xterm-16color", colors: 16, size: (120, 40)),
                "kim": try Seat("kim", type: "xterm", colors: 0, size: (40, 10)),
                "tablet": try Seat("ana", type: "vt100", colors: 0, size: (80, 24)),
            ])
        try await stage.seats["bo"]?.learnSixteenColors()
        for name in ["ana", "bo", "kim"] { try await stage.seats[name]?.person.register(at: server) }
        let login = try await stage.seats["tablet"]?.person.run(
            ["login", server.address, "--user", "ana"], input: "a password of ana\n")
        #expect(login?.exit == .status(0), "\(login?.errors ?? "")")
        for name in ["ana", "bo", "kim", "tablet"] {
            guard let seat = stage.seats[name] else { continue }
            try await seat.installPrograms()
            try await seat.open()
            try await seat.screen.waitFor("online")
            // The first of her devices creates her cross-signing identity.
            if name == "ana" { try await seat.person.waitUntilConfirmed() }
        }
        return stage
    }

    func play(_ story: Story) async throws {
        for line in story.lines {
            do {
                try await perform(line)
                for (name, seat) in seats where seat.person.hasScreen { try await look(at: seat, of: name) }
            } catch {
                throw StoryFailure(story: story.name, line: line, reason: "\(error)")
            }
        }
    }

    private func perform(_ line: StoryLine) async throws {
        let text = noted.reduce(line.text) { $0.replacing("{\($1.key)}", with: $1.value) }
        for name in line.actors {
            if name == "server" {
                try await performOnServer(line)
            } else if let seat = seats[name], line.verb == "wrote" {
                written[seat.person.name, default: []].append(text)
            } else if let seat = seats[name], line.verb == "note" {
                noted[text] = try seat.command(startingWith: "confab login")
            } else if let seat = seats[name], let verb = Self.verbs[line.verb] {
                try await verb(seat, text)
            } else {
                throw StoryFault.unknownWord("\(name): \(line.verb)")
            }
        }
    }

    private func performOnServer(_ line: StoryLine) async throws {
        switch line.verb {
        case "start": try await server?.start()
        case "stop": _ = try await server?.stop()
        case "name": longNames.append(line.text)
        case "encrypt": try await encrypt(line.text)
        default: throw StoryFault.unknownWord("server: \(line.verb)")
        }
    }

    /// Encrypts a chat, as another client of ana's would.
    private func encrypt(_ chat: String) async throws {
        guard let ana = seats["ana"]?.person, let server else { return }
        let token = try KeptTokens.read(home: ana.home.path, profile: "ana@localhost").accessToken
        let homeserver = try HomeserverLocation(userInput: server.address, allowsInsecure: false)
        let client = HomeserverClient(homeserver: homeserver, accessToken: token)
        _ = try await client.setState(
            roomID: try KeptLines.roomID(ofChat: chat, from: ana), type: "m.room.encryption",
            content: ["algorithm": "m.megolm.v1.aes-sha2"])
        await client.shutdown()
    }

    /// Waits until the screen is legible, since it may be in any state while it is being drawn.
    private func look(at seat: Seat, of name: String) async throws {
        guard seat.screen.screen.isAlternateScreen || seat.environment["TERM"] == "vt100" else { return }
        let faults = await seat.screen.failure { screen in
            let faults = Legibility(screen: screen, colors: seat.colors, longNames: longNames).faults
            return faults.isEmpty ? nil : faults
        }
        guard let faults else { return }
        throw ScreenFailure.notSeen(
            "a legible screen of \(name): " + faults.joined(separator: "; "), screen: seat.screen.described)
    }
}

/// An error in the story itself.
enum StoryFault: Error {
    case unknownWord(String)
}
