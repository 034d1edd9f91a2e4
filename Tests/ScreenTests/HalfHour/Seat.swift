import TestSupport

/// A user and the kind of their terminal.
struct Seat {
    let person: PersonAtScreen
    let environment: [String: String]
    let size: (width: Int, height: Int)
    /// The number of colors of the terminal.
    let colors: Int

    /// - Parameter type: A type in terminfo, or `xterm-16color`, which not every machine has and
    ///   ``learnSixteenColors()`` describes.
    init(_ name: String, type: String, colors: Int, size: (width: Int, height: Int)) throws {
        self.init(try PersonAtScreen(name), type: type, colors: colors, size: size)
    }

    /// Creates another terminal for the same user.
    init(_ person: PersonAtScreen, type: String, colors: Int, size: (width: Int, height: Int)) {
        self.person = person
        self.size = size
        self.colors = colors
        // Frames between two marks can be waited for.
        var environment = ["TERM": type, "TERM_PROGRAM": "contour"]
        if colors == 0 { environment["NO_COLOR"] = "1" }
        environment["BROWSER"] = person.home.path + "/browser"
        environment["VISUAL"] = "sh '\(person.home.path)/editor'"
        self.environment = environment
    }

    var screen: ScreenDriver { person.screen }

    /// The file with the address that was opened last in the browser.
    var browsedPath: String { person.home.path + "/browsed" }

    /// Installs a browser that records what it opened, and an editor that adds a line, in the user's home.
    func installPrograms() async throws {
        // Another process writes the scripts. A file that this process has open for writing can't be executed, and a
        // concurrent fork may keep it open.
        let script = """
            cd "$HOME"
            cat > browser <<'END'
            #!/bin/sh
            printf %s "$1" > "$HOME/browsed"
            END
            chmod +x browser
            echo 'echo and at length >> "$1"' > editor
            """
        try await run(script)
    }

    func open() async throws {
        try person.open(environment: environment, width: size.width, height: size.height)
    }

    /// Adds a description of `xterm-16color` to the terminfo in the user's home.
    func learnSixteenColors() async throws {
        let source = """
            xterm-16color|xterm with sixteen colours,
            \tcolors#16, pairs#0x100,
            \tsetab=\\E[%?%p1%{8}%<%t%p1%{40}%+%e%p1%{92}%+%;%dm,
            \tsetaf=\\E[%?%p1%{8}%<%t%p1%{30}%+%e%p1%{82}%+%;%dm, use=xterm,

            """
        try await run("tic -x -o \"$HOME/.terminfo\" -", input: source)
    }

    private func run(_ script: String, input: String = "") async throws {
        let shell = try CommandProcess(
            "/bin/sh", arguments: ["-c", script], environment: person.home.environment, input: input)
        let result = try await shell.waitForExit()
        guard result.exit == .status(0) else {
            throw ScreenFailure.notStarted(program: script, reason: result.errors)
        }
    }
}
