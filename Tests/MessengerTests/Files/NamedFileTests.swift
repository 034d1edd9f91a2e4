import Foundation
import Testing

@testable import Engine

@Suite(.timeLimit(.minutes(5))) struct NamedFileTests {
    @Test(
        arguments: [
            ("/a/tea.txt", ["/a/tea.txt"]), ("  /a/tea.txt\n", ["/a/tea.txt"]), ("tea.txt", ["tea.txt"]),
            ("'/a/my tea.txt'", ["/a/my tea.txt"]), ("\"/a/my tea.txt\"", ["/a/my tea.txt"]),
            (#"/a/my\ tea.txt"#, [#"/a/my\ tea.txt"#, "/a/my tea.txt"]), ("file:///a/my%20tea.txt", ["/a/my tea.txt"]),
            ("file://host/a/tea.txt", ["/a/tea.txt"]), ("", []), ("   ", []), ("'", ["'"]), ("''", ["''"]),
        ])
    func typedPathAcceptsTerminalAndShellForms(typed: String, readings: [String]) {
        #expect(TypedPath.readings(of: typed) == readings)
    }

    @Test(
        arguments: [
            ("/home/ana/tea.png", true), (" /home/ana/tea.png ", true), ("'/home/ana/my tea.png'", true),
            (#"/home/ana/my\ tea.png"#, true), ("file:///home/ana/tea.png", true), ("~/tea.png", true),
            ("/me waves/", false), ("/topic a/b", false), ("//home/ana", false), ("/quit", false), ("tea/milk", false),
            ("/a/b\n/c/d", false), ("either /a/b or /c/d", false), ("", false), ("/", false), ("'tea'", false),
        ])
    func lineIsPathOnlyIfNothingElseIsInIt(line: String, isPath: Bool) {
        #expect(TypedPath.isWholeLine(line) == isPath)
    }

    /// The home directory from the environment, as in a shell.
    @Test func tildeIsHomeDirectory() throws {
        let home = try #require(ProcessInfo.processInfo.environment["HOME"])
        #expect(TypedPath.readings(of: "~/tea.txt") == [home + "/tea.txt"])
        #expect(TypedPath.readings(of: "~bo/tea.txt") == ["~bo/tea.txt"])
    }

    @Test(
        arguments: [
            ("/a/tea.txt", "tea.txt"), ("tea.txt", "tea.txt"), ("/a/b\u{1B}[2J.txt", "b[2J.txt"),
            ("/a/te\na.txt", "tea.txt"), ("/a/\u{202E}txt.exe", "txt.exe"), ("/", "file"), ("/a/ ", "file"),
            ("/a/\u{2028}", "file"),
        ])
    func fileNameIsSanitized(path: String, name: String) {
        #expect(FileName.of(path: path) == name)
    }

    @Test func fileNameIsCutToFileSystemLimit() {
        let name = FileName.of(path: "/a/" + String(repeating: "é", count: 300))
        #expect(name == String(repeating: "é", count: 127))
    }

    @Test(
        arguments: [
            ("tea.png", "image/png"), ("TEA.JPG", "image/jpeg"), ("tea.tar.gz", nil), ("tea", MIMEType.unknown),
            ("tea.nosuchending", MIMEType.unknown), (".png", "image/png"),
        ] as [(String, String?)])
    func mimeTypeFollowsFileExtension(name: String, type: String?) {
        let found = MIMEType.of(fileNamed: name)
        #expect(found == type ?? found)
        #expect(found.contains("/") && !found.contains(" "))
    }

    @Test(
        arguments: [
            ("iVBORw0KGgoAAAANSUhEUgAAAoAAAAHgCAYAAAA=", 640, 480),
            ("R0lGODlhgALgAQAAAA==", 640, 480),
            ("/9j/4AAQSkZJRgABAQAAAQABAAD//8AAEQgB4AKAAwEiAAIRAQMRAQ==", 640, 480),
            ("UklGRgAAAABXRUJQVlA4WAoAAAAAAAAAfwIA3wEA", 640, 480),
            ("UklGRgAAAABXRUJQVlA4IAoAAAAAAACdASqAAuAB", 640, 480),
            ("UklGRgAAAABXRUJQVlA4TAoAAAAvf8J3AAAAAAAAAAAA", 640, 480),
            ("iVBORw0KGgoAAAANSUhEUgAAAAAAAAHgCAYAAAA=", nil, nil), ("iVBORw0KGgo=", nil, nil), ("/9j/4AAQ", nil, nil),
            ("", nil, nil), ("aGVsbG8=", nil, nil), ("UklGRg==", nil, nil),
        ] as [(String, Int64?, Int64?)])
    func pictureSizeIsReadFromHeader(head: String, width: Int64?, height: Int64?) throws {
        let size = PictureSize(head: Array(try #require(Data(base64Encoded: head))))
        #expect(size?.width == width && size?.height == height)
    }

    @Test func malformedPictureHeaderDoesNotCrash() {
        let heads = [
            "iVBORw0KGgoAAAANSUhEUgAAAoAAAAHgCAYAAAA=",
            "R0lGODlhgALgAQAAAA==",
            "/9j/4AAQSkZJRgABAQAAAQABAAD//8AAEQgB4AKAAwEiAAIRAQMRAQ==",
            "UklGRgAAAABXRUJQVlA4WAoAAAAAAAAAfwIA3wEA",
            "UklGRgAAAABXRUJQVlA4IAoAAAAAAACdASqAAuAB",
            "UklGRgAAAABXRUJQVlA4TAoAAAAvf8J3AAAAAAAAAAAA",
        ].compactMap { Data(base64Encoded: $0) }
        for head in heads {
            for count in 0...head.count { _ = PictureSize(head: Array(head.prefix(count))) }
            for index in head.indices {
                var changed = Array(head)
                for byte: UInt8 in [0, 1, 0x7F, 0xFF] {
                    changed[index] = byte
                    _ = PictureSize(head: changed)
                }
            }
        }
    }
}
