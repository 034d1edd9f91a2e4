import Foundation
import Testing

@testable import Messenger

@MainActor
@Suite(.timeLimit(.minutes(5))) struct FileListTests {
    private var model = FileListModel()

    @Test func fileListIsSortedByChangeAndHidesUnprintableNames() throws {
        let directory = NSTemporaryDirectory() + "confab-list-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: directory + "/inner", withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: directory) }
        for (name, age) in [("old.txt", 500.0), ("new.txt", 100), ("a\nb.txt", 50), (".hidden", 10)] {
            let path = directory + "/" + name
            try Data("tea".utf8).write(to: URL(fileURLWithPath: path))
            try FileManager.default.setAttributes([.modificationDate: Date() - age], ofItemAtPath: path)
        }
        mkfifo(directory + "/pipe", 0o600)
        let listing = FileListEndpoint.read(directory + "/")
        #expect(listing.entries.map(\.name) == ["inner", ".hidden", "new.txt", "old.txt"])
        #expect(listing.entries[2].size == 3 && listing.problem == nil)
        #expect(FileListEndpoint.read(directory + "/nowhere/").problem == ENOENT)
    }

    @Test func newestFilesOfALargeDirectoryAreListed() throws {
        let directory = NSTemporaryDirectory() + "confab-list-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: directory) }
        let count = FileListEndpoint.most * 2 + 10
        for number in 0..<count {
            let path = directory + "/\(number)"
            try #require(FileManager.default.createFile(atPath: path, contents: nil))
            var times = [timeval(tv_sec: number, tv_usec: 0), timeval(tv_sec: number, tv_usec: 0)]
            try #require(utimes(path, &times) == 0)
        }
        let listing = FileListEndpoint.read(directory + "/")
        #expect(listing.entries.map(\.name) == (0..<count).reversed().prefix(FileListEndpoint.most).map(String.init))
    }

    @Test(
        arguments: [
            ("~/p", "~/pic"), ("~/P", "~/pic"), ("~/pic", nil), ("~/x", nil), ("~/no", "~/notes/"), ("~/.", "~/.hid"),
            ("~/", nil),
        ] as [(String, String?)])
    mutating func completionAddsCommonPrefix(text: String, whole: String?) {
        _ = model.type(text)
        let names = [("pic.png", false), ("picture.png", false), ("notes", true), (".hid", false)]
        model.apply(
            FileListing(
                directory: "~/",
                entries: names.map { FileListing.Entry(name: $0.0, isDirectory: $0.1, size: 1, changed: 1) },
                problem: nil))
        #expect(model.completion == whole)
    }

    @Test mutating func listingOfAnotherDirectoryIsIgnored() {
        _ = model.type("~/a/")
        model.apply(FileListing(directory: "~/b/", entries: [], problem: nil))
        #expect(model.listing == nil)
        let entry = FileListing.Entry(name: "x", isDirectory: false, size: 1, changed: 1)
        model.apply(FileListing(directory: "~/a/", entries: [entry], problem: nil))
        #expect(model.entries.map(\.name) == ["x"])
        #expect(model.type("/b/") == true && model.entries.isEmpty)
    }
}
