import Testing

@testable import Engine

@Suite(.timeLimit(.minutes(5))) struct ShownKindTests {
    @Test(arguments: [
        "#!/bin/sh\nrm -rf ~", "\u{7F}ELF\u{2}\u{1}", "[Desktop Entry]\nExec=xterm", "<html><script>",
        "  \n#!/usr/bin/python",
        "<svg onload='x'>", "MZ\u{0}\u{1}", "PK\u{3}\u{4}word/document.xml", "%!PS-Adobe", "\u{FEFF}<html>", "",
        "words\u{1B}]0;title", "d8:announce\u{0}",
    ])
    func unsafeFileKindsAreNotShown(start: String) {
        #expect(OpenableFileKind(Array(start.utf8)) == nil)
    }

    @Test func fileKindIsReadFromContent() {
        #expect(OpenableFileKind([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0]) == .png)
        #expect(OpenableFileKind([0xFF, 0xD8, 0xFF, 0xE0]) == .jpg)
        #expect(OpenableFileKind(Array("RIFF....WEBPVP8 ".utf8)) == .webp)
        #expect(OpenableFileKind(Array("RIFF....WAVEfmt ".utf8)) == .wav)
        #expect(OpenableFileKind(Array("%PDF-1.7".utf8)) == .pdf)
        #expect(OpenableFileKind([0, 0, 0, 0x20] + Array("ftypisom".utf8)) == .mp4)
        #expect(OpenableFileKind(Array("Dear Kim,\n\tit is raining – again.\n".utf8)) == .txt)
    }

    @Test func textCutInsideCharacterIsText() {
        for length in 0..<4 {
            let text = Array((String(repeating: "a", count: length) + String(repeating: "😀", count: 2_000)).utf8)
            #expect(OpenableFileKind(Array(text.prefix(OpenableFileKind.length))) == .txt)
        }
    }

    @Test func binaryBytesAreNotText() {
        #expect(OpenableFileKind([0x61, 0xFF, 0x62]) == nil)
        #expect(OpenableFileKind([0x61, 0x00, 0x62]) == nil)
    }
}
