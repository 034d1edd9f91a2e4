import Foundation
import Testing

@testable import Engine

@Suite(.timeLimit(.minutes(5))) struct SavePlaceTests {
    private let home = "/tmp/confab-save-\(UUID().uuidString.prefix(13))"

    @MainActor private func run(_ body: (MediaDirectories) throws -> Void) throws {
        try FileManager.default.createDirectory(atPath: home + "/Downloads", withIntermediateDirectories: true)
        // The directory may have been removed already.
        defer { try? FileManager.default.removeItem(atPath: home) }
        #expect(FileManager.default.createFile(atPath: home + "/kept", contents: Data("new".utf8)))
        try body(MediaDirectories(kept: home, downloads: home + "/Downloads", home: home, show: { _ in nil }))
    }

    private func text(_ path: String) throws -> String { try String(contentsOfFile: path, encoding: .utf8) }

    @MainActor @Test func existingFilesAreNotOverwritten() throws {
        try run { places in
            let place = SaveDestination(typed: "", name: "cat.png", places: places)
            for name in ["cat.png", "cat (2).png", "cat (3).png"] {
                #expect(try place.save(home + "/kept") == home + "/Downloads/" + name)
                #expect(try text(home + "/Downloads/" + name) == "new")
                try "mine".write(toFile: home + "/Downloads/" + name, atomically: false, encoding: .utf8)
            }
            #expect(try text(home + "/Downloads/cat.png") == "mine")
            let names = try FileManager.default.contentsOfDirectory(atPath: home + "/Downloads")
            #expect(names.sorted() == ["cat (2).png", "cat (3).png", "cat.png"])
        }
    }

    @MainActor @Test func symbolicLinkIsNotFollowed() throws {
        try run { places in
            try FileManager.default.createSymbolicLink(
                atPath: home + "/Downloads/cat.png", withDestinationPath: home + "/elsewhere")
            let path = try SaveDestination(typed: "", name: "cat.png", places: places).save(home + "/kept")
            #expect(path == home + "/Downloads/cat (2).png")
            #expect(!FileManager.default.fileExists(atPath: home + "/elsewhere"))
        }
    }

    @MainActor @Test func savePathAcceptsTildeAndRelativeNames() throws {
        try run { places in
            func path(_ typed: String) -> String {
                let place = SaveDestination(typed: typed, name: "cat.png", places: places)
                return (place.directory.hasSuffix("/") ? place.directory : place.directory + "/") + place.name
            }
            #expect(path(" ~/ ") == home + "/cat.png")
            #expect(path("~") == home + "/cat.png")
            #expect(path("~/Downloads") == home + "/Downloads/cat.png")
            #expect(path("~/my cat.png") == home + "/my cat.png")
            #expect(path("pets.png") == home + "/Downloads/pets.png")
            #expect(path("/tmp/pets.png") == "/tmp/pets.png")
            #expect(path("..") == home + "/Downloads/../cat.png")
        }
    }

    @MainActor @Test func missingDirectoryIsReported() throws {
        try run { places in
            let place = SaveDestination(typed: "~/nowhere/cat.png", name: "x", places: places)
            #expect(throws: MediaError.noDirectory(home + "/nowhere/")) { try place.save(home + "/kept") }
        }
    }

    @MainActor @Test func savedFileIsPrivate() throws {
        try run { places in
            let path = try SaveDestination(typed: "", name: "cat.png", places: places).save(home + "/kept")
            let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
            #expect(mode == 0o600)
        }
    }
}
