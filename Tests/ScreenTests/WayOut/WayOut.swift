import Panes
import TestSupport

/// Ana's screen with a chat in which every action is available, and the checks that Esc returns to it.
struct WayOut {
    private let ana: PersonAtScreen
    private let isNarrow: Bool

    private var screen: ScreenDriver { ana.screen }

    static func run(width: Int, height: Int, _ body: (WayOut) async throws -> Void) async throws {
        let server = try await TeamServer()
        let ana = try PersonAtScreen("ana")
        try await ana.register(at: server)
        try await TeaTable.lay(for: ana, at: server)
        // With this terminal the program marks the beginning and end of its frames. A screen is compared only once
        // it is complete.
        let screen = try ana.open(environment: ["TERM_PROGRAM": "contour"], width: width, height: height)
        try await screen.waitFor("online")
        try await TeaTable.sitDown(at: screen)
        try await body(WayOut(ana: ana, isNarrow: width < 76))
    }

    /// Replaces the composer's text by a draft.
    func write(_ draft: String) async throws {
        screen.send(.control("u"))
        try await screen.waitFor("▏write a message")
        guard !draft.isEmpty else { return }
        screen.send(draft)
        try await screen.waitFor("▏\(draft)")
        try await ana.settle()
    }

    /// Goes to the place, presses keys there, and returns only with Esc.
    func expectWayBack(from place: Place, after keys: String? = nil) async throws {
        let home = try await home()
        do {
            for step in place.way {
                try press(step.keys)
                try await screen.waitUntil("“\(step.sight)”") { $0.isWhole && $0.contains(step.sight) }
            }
            if let keys {
                let before = try await wholeText()
                try press(keys)
                try await waitForChange(of: before)
            }
            // The text that is completed was typed, and stays.
            let typed = place.context == .completion ? place.way[0].keys.filter { $0 != " " } : ""
            try await goBack(to: typed.isEmpty ? home : nil)
            if !typed.isEmpty {
                try await screen.waitFor("▏\(place.draft) :seed")
                try await write(place.draft)
            }
        } catch {
            throw WayOutFailure(place: "\(place)", keys: keys ?? "", reason: "\(error)")
        }
    }

    func expectWayBack(fromCommand title: String) async throws {
        let home = try await home()
        do {
            screen.send(.function(2))
            try await screen.waitFor("› type to find")
            screen.send(title)
            try await screen.waitUntil("“\(title)” chosen") { screen in
                screen.isWhole && screen.rows.contains { $0.hasPrefix("› \(title.prefix(24))") && $0 != "› \(title)" }
            }
            let before = try await wholeText()
            screen.send(.enter)
            try await waitForChange(of: before)
            try await goBack(to: home)
        } catch {
            throw WayOutFailure(place: "commands", keys: title, reason: "\(error)")
        }
    }

    /// Returns the screen to come back to, once no temporary text is on it.
    private func home() async throws -> String {
        try await screen.waitUntilGone("fetching older messages")
        return try await wholeText()
    }

    /// - Parameter home: The screen to come back to. `nil` stands for the chat, whatever its composer contains now.
    private func goBack(to home: String?) async throws {
        try await waitForQuiet()
        var steps = 0
        while steps < Self.maxSteps {
            let text = try await wholeText()
            if isHome(text, home) || isNarrow && Self.isList(text) { break }
            screen.send(.escape)
            steps += 1
            try await waitForChange(of: text)
        }
        // The change may have had another cause, and an Esc may still be pending.
        if steps > 1 { try await ana.settle() }
        // If only one pane is visible at a time, the list is a separate screen, and Enter opens its chat.
        if isNarrow, Self.isList(try await wholeText()) { screen.send(.enter) }
        try await screen.waitUntil(
            "after \(Self.maxSteps) times Esc this:\n\(home ?? "the chat")"
        ) { $0.isWhole && isHome($0.text, home) }
    }

    private func isHome(_ text: String, _ home: String?) -> Bool {
        if let home { return text == home }
        let last = text.split(separator: "\n").last ?? ""
        return last.hasPrefix(" Enter send") && last.contains("Esc list") == isNarrow
            && last.contains("Esc") == isNarrow
    }

    private static let maxSteps = 4

    private static func isList(_ text: String) -> Bool {
        let last = text.split(separator: "\n").last ?? ""
        return last.hasPrefix(" Enter open") && !last.contains("Esc")
    }

    private func press(_ names: String) throws {
        for name in names.split(separator: " ").map(String.init) {
            if let key = PressedKey(name: name) {
                screen.send(key)
            } else {
                screen.send(name == "Space" ? " " : name)
            }
        }
    }

    private func wholeText() async throws -> String {
        try await screen.waitUntil("a whole frame") { $0.isWhole }
        return screen.text
    }

    /// Waits for background changes, which would be mistaken for the effect of a key.
    private func waitForQuiet() async throws {
        var bytes = -1
        while screen.bytesReceived != bytes {
            bytes = screen.bytesReceived
            try await Task.sleep(for: .milliseconds(40))
        }
    }

    private func waitForChange(of text: String) async throws {
        try await screen.waitUntil("another screen") { $0.isWhole && $0.text != text }
    }
}

/// The place from which Esc didn't return.
struct WayOutFailure: Error, CustomStringConvertible {
    let place: String
    let keys: String
    let reason: String

    var description: String { "at \(place), after \(keys.isEmpty ? "nothing" : keys): \(reason)" }
}

extension ScreenEmulator {
    /// Whether no frame is partly drawn, if the program marks its frames.
    var isWhole: Bool { !modes.contains(2026) }
}
