import Foundation
import MatrixAPI
import MatrixClient
import MatrixCrypto
import TestSupport
import Testing

@testable import Engine
@testable import Messenger

/// Tests downloads from a malicious or a slow server.
@Suite(.timeLimit(.minutes(5))) struct MediaFetchTests {
    private struct Bench {
        let proxy: FaultProxy
        let home: String
        let client: HomeserverClient

        static let address = "mxc://localhost/cat"

        var folder: String { home + "/media" }

        func file(name: String = "cat.txt", size: Int64? = nil, type: String? = nil) throws -> AttachedFile {
            var info: JSONValue = [:]
            if let size { info["size"] = .integer(size) }
            if let type { info["mimetype"] = .string(type) }
            let content: JSONValue = ["url": .string(Self.address), "body": .string(name), "info": info]
            return try #require(AttachedFile(content: content))
        }

        func run(
            _ file: AttachedFile, _ purpose: MediaPurpose = .opening, largest: Int = 1
        ) async -> MediaEvent {
            var settings = MediaSettings()
            settings.largest = largest
            let places = MediaDirectories(kept: folder, downloads: home, home: home, show: { _ in nil })
            return await MediaFetch(client: client, places: places, settings: settings).run(
                MediaRequest(eventID: "$1", file: file, purpose: purpose)
            ) { _ in }
        }

        func answer(_ body: String, status: Int = 200, headers: [String: String] = [:]) {
            proxy.meetOnly(.media, with: .answer(status: status, headers: headers, body: body), times: .max)
        }

        func problem(_ event: MediaEvent) -> MediaError? {
            if case .failed(_, let problem) = event { problem } else { nil }
        }

        func path(_ event: MediaEvent) -> String? {
            switch event {
            case .fetched(_, let path), .saved(_, let path): path
            case .wanted, .stopped, .progressed, .failed: nil
            }
        }

        var names: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted() }
    }

    private static func run(_ body: @escaping @Sendable (Bench) async throws -> Void) async throws {
        try await TestServer.run { server in
            guard case .url(let address) = await server.tcpHomeserver else { return }
            let proxy = try await FaultProxy(to: address)
            let ana = try await Person.register("ana", on: server, at: .url(proxy.address))
            try await body(Bench(proxy: proxy, home: server.directory + "/home", client: ana.client))
            await ana.client.shutdown()
        }
    }

    @Test func aFileIsFetchedOnce() async throws {
        try await Self.run { bench in
            bench.answer("Dear Kim")
            for _ in 0..<3 {
                let event = try await bench.run(bench.file(size: 8))
                let path = try #require(bench.path(event))
                #expect(try String(contentsOfFile: path, encoding: .utf8) == "Dear Kim")
                #expect(path.hasPrefix(bench.folder + "/") && path.hasSuffix(".txt"))
            }
            #expect(bench.proxy.count(of: .media) == 1)
        }
    }

    /// Two messages with the same file may come on screen at once.
    @Test func concurrentFetchesOfAFileShareOneDownload() async throws {
        try await Self.run { bench in
            bench.answer("Dear Kim")
            let file = try bench.file(size: 8)
            async let one = bench.run(file)
            async let another = bench.run(file)
            let paths = [bench.path(await one), bench.path(await another)]
            #expect(paths[0] != nil && paths[0] == paths[1])
            #expect(bench.proxy.count(of: .media) == 1)
        }
    }

    @Test func savedFileNameCannotEscapeTheFolder() async throws {
        try await Self.run { bench in
            bench.answer("Dear Kim")
            let event = try await bench.run(bench.file(name: "../../.bashrc"), .saving(""))
            #expect(bench.path(event) == "~/_.._.bashrc")
            #expect(try String(contentsOfFile: bench.home + "/_.._.bashrc", encoding: .utf8) == "Dear Kim")
        }
    }

    @Test func executableContentIsNotOpened() async throws {
        try await Self.run { bench in
            bench.answer("#!/bin/sh\ntouch /tmp/x\n", headers: ["Content-Type": "image/png"])
            let opened = try await bench.run(bench.file(name: "cat.png"))
            #expect(bench.problem(opened) == .notShown)
            let saved = try await bench.run(bench.file(name: "cat.png"), .saving(""))
            #expect(bench.path(saved) == "~/cat.png")
        }
    }

    /// The sender of the message may not have known the size.
    @Test func wrongDeclaredSizeDoesNotPreventSaving() async throws {
        try await Self.run { bench in
            for (place, size) in ([nil, 0, 7, 9, 2_000_000] as [Int64?]).enumerated() {
                try? FileManager.default.removeItem(atPath: bench.folder)
                bench.answer("Dear Kim")
                let event = try await bench.run(bench.file(size: size), .saving("letter \(place)"))
                #expect(bench.path(event) == "~/letter \(place)", "\(String(describing: size))")
                let saved = try String(contentsOfFile: bench.home + "/letter \(place)", encoding: .utf8)
                #expect(saved == "Dear Kim")
            }
        }
    }

    /// A captive portal answers every request with its own page.
    @Test func captivePortalPageIsNotTheFile() async throws {
        try await Self.run { bench in
            let part = bench.folder + "/" + Fingerprint(of: Bench.address).text + ".part"
            for size in [nil, 8, 2_000_000] as [Int64?] {
                for type in [nil, "text/plain"] {
                    bench.proxy.meetOnly(.media, with: .portal, times: .max)
                    let saved = try await bench.run(bench.file(size: size, type: type), .saving("letter"))
                    #expect(bench.problem(saved) == .server(.notMatrix(status: 200)))
                    #expect(bench.problem(saved)?.text.contains("want a login in a browser first") == true)
                    #expect(!FileManager.default.fileExists(atPath: bench.home + "/letter"))
                }
            }
            // A partial download isn't replaced by the page either.
            try "Dear".write(toFile: part, atomically: false, encoding: .utf8)
            try "\"1\"".write(toFile: part + ".tag", atomically: false, encoding: .utf8)
            let met = try await bench.run(bench.file(size: 8))
            #expect(bench.problem(met) == .server(.notMatrix(status: 200)))
            bench.answer(" Kim", status: 206, headers: ["Content-Range": "bytes 4-7/8", "ETag": "\"1\""])
            let event = try await bench.run(bench.file(size: 8))
            #expect(try String(contentsOfFile: try #require(bench.path(event)), encoding: .utf8) == "Dear Kim")
        }
    }

    /// Other wrong claims by the sender don't matter.
    @Test func sentHTMLFileIsSavedLikeOthers() async throws {
        try await Self.run { bench in
            let page = "<html>Dear Kim</html>"
            let html = ["Content-Type": "text/html; charset=utf-8"]
            let stored = html.merging(["Content-Disposition": "attachment; filename=x"]) { $1 }
            let cases: [(name: String, size: Int64?, type: String?, headers: [String: String])] = [
                ("letter", Int64(page.utf8.count), "text/plain", html), ("letter", 7, "TEXT/HTML", html),
                ("letter.HTM", 7, "application/octet-stream", html), ("letter.html", nil, nil, html),
                ("letter", nil, nil, stored), ("letter", 7, "image/png", stored),
            ]
            for (place, one) in cases.enumerated() {
                try? FileManager.default.removeItem(atPath: bench.folder)
                bench.answer(page, headers: one.headers)
                let file = try bench.file(name: one.name, size: one.size, type: one.type)
                let event = await bench.run(file, .saving("letter \(place)"))
                #expect(bench.path(event) == "~/letter \(place)", "\(one)")
                let saved = try? String(contentsOfFile: bench.home + "/letter \(place)", encoding: .utf8)
                #expect(saved == page, "\(one)")
            }
        }
    }

    @Test func fileAboveTheLimitIsReported() async throws {
        try await Self.run { bench in
            bench.answer(String(repeating: "a", count: 1_000_001))
            for size in [nil, 8] as [Int64?] {
                let endless = try await bench.run(bench.file(size: size))
                #expect(bench.problem(endless) == .tooLarge(limit: 1_000_000))
            }
            let allowed = try await bench.run(bench.file(), largest: 2)
            #expect(bench.path(allowed) != nil)
        }
    }

    /// Bytes that are stored already count against the limit, even if the server doesn't report the total size.
    @Test func resumedDownloadCountsStoredBytesAgainstLimit() async throws {
        try await Self.run { bench in
            let part = bench.folder + "/" + Fingerprint(of: Bench.address).text + ".part"
            for (count, fits) in [(400_000, true), (400_001, false)] {
                try? FileManager.default.removeItem(atPath: bench.folder)
                try FileManager.default.createDirectory(atPath: bench.folder, withIntermediateDirectories: true)
                try String(repeating: "a", count: 600_000).write(toFile: part, atomically: false, encoding: .utf8)
                try "\"1\"".write(toFile: part + ".tag", atomically: false, encoding: .utf8)
                let headers = ["Content-Range": "bytes 600000-\(600_000 + count - 1)/*", "ETag": "\"1\""]
                bench.answer(String(repeating: "b", count: count), status: 206, headers: headers)
                let event = try await bench.run(bench.file())
                if fits {
                    #expect(try FileManager.default.contents(atPath: #require(bench.path(event)))?.count == 1_000_000)
                } else {
                    #expect(bench.problem(event) == .tooLarge(limit: 1_000_000))
                }
            }
        }
    }

    @Test(arguments: [404, 403, 429, 500, 502])
    func serverErrorIsReportedAndRetryWorks(status: Int) async throws {
        try await Self.run { bench in
            bench.answer(#"{"errcode":"M_NOT_FOUND","error":"no"}"#, status: status)
            guard case .server = try await bench.problem(bench.run(bench.file())) else {
                Issue.record("no words of the server's")
                return
            }
            bench.answer("Dear Kim")
            let again = try await bench.run(bench.file())
            #expect(bench.path(again) != nil)
        }
    }

    @Test func interruptedDownloadResumesAfterRestart() async throws {
        try await Self.run { bench in
            let part = bench.folder + "/" + Fingerprint(of: Bench.address).text + ".part"
            try FileManager.default.createDirectory(atPath: bench.folder, withIntermediateDirectories: true)
            try "Dear".write(toFile: part, atomically: false, encoding: .utf8)
            try "\"1\"".write(toFile: part + ".tag", atomically: false, encoding: .utf8)
            bench.answer(" Kim", status: 206, headers: ["Content-Range": "bytes 4-7/8", "ETag": "\"1\""])
            let event = try await bench.run(bench.file(size: 8))
            let path = try #require(bench.path(event))
            #expect(try String(contentsOfFile: path, encoding: .utf8) == "Dear Kim")
            #expect(bench.names.count == 1)
        }
    }

    @Test func changedFileIsDownloadedFromTheStart() async throws {
        try await Self.run { bench in
            let part = bench.folder + "/" + Fingerprint(of: Bench.address).text + ".part"
            try FileManager.default.createDirectory(atPath: bench.folder, withIntermediateDirectories: true)
            try "DEAR".write(toFile: part, atomically: false, encoding: .utf8)
            try "\"1\"".write(toFile: part + ".tag", atomically: false, encoding: .utf8)
            bench.answer("Dear Kim", headers: ["ETag": "\"2\""])
            let event = try await bench.run(bench.file(size: 8))
            let path = try #require(bench.path(event))
            #expect(try String(contentsOfFile: path, encoding: .utf8) == "Dear Kim")
        }
    }

    @Test func stoppedFetchEndsImmediately() async throws {
        try await Self.run { bench in
            bench.proxy.meetOnly(.media, with: .hold, times: .max)
            let file = try bench.file()
            let fetch = Task { await bench.run(file) }
            try await bench.proxy.waitForRequests(1, to: .media)
            fetch.cancel()
            guard case .failed(_, nil) = await fetch.value else {
                Issue.record("it was not stopped")
                return
            }
        }
    }
}
