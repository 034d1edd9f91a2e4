import Testing

@testable import Engine

@Suite(.timeLimit(.minutes(5))) struct SafeFileNameTests {
    @Test(arguments: [
        ("cat.png", "cat.png"), ("../../.bashrc", "_.._.bashrc"), ("/etc/passwd", "_etc_passwd"),
        (".profile", "profile"),
        ("-rf", "rf"), ("a\u{1B}[2Jb.txt", "a_[2Jb.txt"), ("a\nb.txt", "a_b.txt"), ("a\u{0}b", "a_b"),
        ("fdp.\u{202E}gnp.exe", "fdp._gnp.exe"), ("a\u{200B}b", "a_b"), ("con", "_con"), ("LPT1.txt", "_LPT1.txt"),
        ("", "file"), ("...", "file"), ("a\\b:c", "a_b_c"), ("bild. ", "bild"), (".\u{301}hidden", "hidden"),
        ("Übung März.pdf", "Übung März.pdf"),
    ])
    func fileNameIsSanitized(said: String, name: String) {
        #expect(SafeFileName(said).text == name)
    }

    @Test func longNameKeepsExtensionAndIsShortened() {
        let name = SafeFileName(String(repeating: "ü", count: 500) + ".jpeg").text
        #expect(name.hasSuffix("ü.jpeg"))
        #expect(SafeFileName.numbered(name, 1_000).utf8.count < 255)
        let marked = SafeFileName("a" + String(repeating: "\u{301}", count: 300)).text
        #expect(marked.unicodeScalars.first == "a" && marked.utf8.count <= 200)
    }

    @Test func missingExtensionIsAddedFromKind() {
        #expect(SafeFileName("cat", kind: .png).text == "cat.png")
        #expect(SafeFileName("cat.jpeg", kind: .png).text == "cat.jpeg")
    }

    @Test func numberPrecedesExtension() {
        #expect(SafeFileName.numbered("cat.png", 2) == "cat (2).png")
        #expect(SafeFileName.numbered("cat.png", 1) == "cat.png")
        #expect(SafeFileName.numbered("cat", 3) == "cat (3)")
    }
}
