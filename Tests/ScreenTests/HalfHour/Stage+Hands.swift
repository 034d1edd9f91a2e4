import Foundation
import TestSupport

extension Stage {
    typealias Verb = @Sendable (Seat, String) async throws -> Void

    /// All actions and observations of a story.
    static let verbs = hands.merging(eyes) { hand, _ in hand }

    private static let hands: [String: Verb] = [
        "press": { try $0.press($1) },
        "type": { $0.screen.send($1) },
        "paste": { $0.screen.paste($1) },
        "say": { try await $0.say($1) },
        "select": { try await $0.select($1) },
        "mark": { try await $0.mark($1) },
        "open": { try await $0.openChat($1) },
        "run": { try await $0.run($1) },
        "resize": { try await $0.resize($1) },
        "settings": { try $0.person.save(settings: $1) },
        "shell": { try await $0.enterCommand($1) },
        "quit": { seat, _ in try await seat.quit() },
        "start": { seat, _ in try await seat.open() },
        "away": { seat, _ in seat.screen.send("\u{1B}[O") },
        "back": { seat, _ in seat.screen.send("\u{1B}[I") },
    ]
}

extension Seat {
    /// Presses keys by their names, separated by blanks. Any other word is typed.
    fileprivate func press(_ names: String) throws {
        for name in names.split(separator: " ").map(String.init) {
            if let key = PressedKey(name: name) {
                screen.send(key)
            } else if name.count == 1 {
                screen.send(name)
            } else {
                throw StoryFault.unknownWord(name)
            }
        }
    }

    fileprivate func say(_ line: String) async throws {
        screen.send(line)
        try await screen.waitFor("▏\(line.prefix(12))")
        screen.send(.enter)
        try await screen.waitFor("▏write a message")
    }

    /// Moves up from the last message to the one that shows a text.
    fileprivate func select(_ text: String) async throws {
        for _ in 0..<40 {
            let before = Self.selection(on: screen.screen)
            screen.send(.up)
            try await screen.waitUntil("another selection, on the way to “\(text)”") { screen in
                Self.selection(on: screen).map { $0 != before ?? [] } ?? false
            }
            if Self.selection(on: screen.screen)?.contains(where: { $0.contains(text) }) == true { return }
        }
        throw ScreenFailure.notSeen("a message with “\(text)”", screen: screen.described)
    }

    /// Returns the rows of the selected message, the first with its position.
    private static func selection(on screen: ScreenEmulator) -> [String]? {
        let (x, y) = screen.cursor
        guard screen.cell(x: x, y: y).text == "▌" else { return nil }
        let end = (y..<screen.height).first { screen.cell(x: x, y: $0).text != "▌" } ?? screen.height
        return ["\(y)"] + screen.rows[y..<end]
    }

    /// Moves to a chat in the list, which has the focus. Starts again from the top if the order changed meanwhile.
    fileprivate func mark(_ name: String) async throws {
        for step in 0..<24 {
            screen.send(step % 8 == 0 ? .home : .down)
            try await person.settle()
            if screen.screen.contains("›\(name)") { return }
        }
        throw ScreenFailure.notSeen("“\(name)” in the list", screen: screen.described)
    }

    fileprivate func openChat(_ name: String) async throws {
        screen.send(.control("g"))
        try await screen.waitFor("Go to")
        screen.send(name)
        try await screen.waitUntil("“\(name)” typed and found") { screen in
            screen.rows.count { $0.hasPrefix("› \(name)") } == 2
        }
        screen.send(.enter)
        try await screen.waitUntilGone("Go to chat")
        // If the list is visible, the chat has a mark there. If not, its name is at the top.
        try await screen.waitUntil("the chat “\(name)”") { screen in
            screen.rows.contains {
                // A chat in a space is indented.
                $0.contains("▌\(name.prefix(12))") || $0.contains("▌ \(name.prefix(12))")
                    || $0.contains("‹") && $0.contains(name.prefix(12))
            }
        }
    }

    /// Runs a command from the command list, by its whole title.
    fileprivate func run(_ title: String) async throws {
        screen.send(.function(2))
        try await screen.waitFor("Commands")
        screen.send(title)
        try await screen.waitUntil("“\(title)” chosen") { screen in
            screen.rows.count { $0.hasPrefix("› \(title.prefix(24))") } == 2
        }
        screen.send(.enter)
        try await screen.waitUntil("the end of the commands") { !$0.rows.contains { $0.hasPrefix(" Commands") } }
    }

    /// Resizes the terminal, as in `40x10`.
    fileprivate func resize(_ size: String) async throws {
        let sides = size.split(separator: "x").compactMap { Int($0) }
        guard sides.count == 2 else { throw StoryFault.unknownWord(size) }
        screen.resize(width: sides[0], height: sides[1])
    }

    /// Runs a Confab command in a shell, and enters a password if it asks for one.
    fileprivate func enterCommand(_ line: String) async throws {
        let words = line.split(separator: " ").map(String.init)
        let result = try await person.run(
            Array(words.dropFirst()), input: "a password of \(words.last ?? "")\n", environment: environment)
        guard words.first == "confab", result.exit == .status(0) else {
            throw ScreenFailure.notStarted(program: line, reason: result.errors + result.output)
        }
    }

    /// Returns the command that the screen shows, which may continue in the rows below.
    func command(startingWith beginning: String) throws -> String {
        let rows = screen.screen.rows.map { $0.trimmingCharacters(in: .whitespaces) }
        guard let first = rows.firstIndex(where: { $0.hasPrefix(beginning) }) else {
            throw ScreenFailure.notSeen(beginning, screen: screen.described)
        }
        return rows[first...].prefix { !$0.isEmpty }.joined(separator: " ")
    }

    fileprivate func quit() async throws {
        screen.send(.control("c"))
        screen.send(.control("c"))
        let exit = try await screen.waitForExit()
        guard exit == .status(0) else { throw ScreenFailure.notEnded(screen: "\(exit)") }
    }
}
