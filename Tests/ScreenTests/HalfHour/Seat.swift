import TestSupport

/// A person and the kind of terminal that they sit at.
struct Seat {
    let person: PersonAtScreen
    let environment: [String: String]
    let size: (width: Int, height: Int)
    /// How many colours the terminal has.
    let colors: Int

    /// - Parameter type: one of terminfo's, or `xterm-16color`, which not every machine has and ``learnSixteenColors()``
    ///   describes.
    init(_ name: String, type: String, colors: Int, size: (width: Int, height: Int)) throws {
        self.init(try PersonAtScreen(name), type: type, colors: colors, size: size)
    }

    /// Another terminal for the same person.
    init(_ person: PersonAtScreen, type: String, colors: Int, size: (width: Int, height: Int)) {
        self.person = person
        self.size = size
        self.colors = colors
        // Frames that come between two marks can be waited for.
        var environment = ["TERM": type, "TERM_PROGRAM": "contour"]
        if colors == 0 { environment["NO_COLOR"] = "1" }
        environment["BROWSER"] = person.home.path + "/browser"
        environment["VISUAL"] = "sh '\(person.home.path)/editor'"
        self.environment = environment
    }

    var screen: ScreenDriver { person.screen }

    /// What opened last in the browser.
    var browsedPath: String { person.home.path + "/browsed" }

    /// Puts a browser into the person's home that writes down what it opened, and an editor that adds a line.
    func installPrograms() async throws {
        // Written by another process: while this one starts programs, what it has open for writing can't be run.
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

    /// Describes `xterm-16color` to what asks for it in the person's home.
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
