import Foundation
import MatrixAPI
import Testing

@testable import ConfabBench

@Suite(.timeLimit(.minutes(5))) struct FigureReportTests {
    private var report = FigureReport()

    private mutating func add(_ name: String, _ size: String = "", of program: String = "confab", _ samples: Double...)
    {
        for sample in samples {
            report.add(round: [
                Figure(name: name, size: size, program: program, unit: .milliseconds, samples: [sample])
            ])
        }
    }

    @Test mutating func roundsOfAFigureFormOneRowWithMedianAndRange() {
        add("key", "small", 3, 1, 8)
        #expect(report.figures.count == 1)
        #expect(report.table.contains("3 ms    1 – 8 ms of 3"))
    }

    @Test mutating func programsAndSizesHaveSeparateRows() {
        add("key", "small", 1)
        add("key", "large", 2)
        add("key", "small", of: "irssi", 3)
        #expect(report.figures.map(\.median) == [1, 2, 3])
    }

    @Test mutating func missedTargetIsNamed() {
        add("key", "small", 1)
        add("key", "large", 3)
        report.require("key", .most, 2)
        #expect(report.missed == ["key (large)"])
        #expect(report.table.contains("MISSED"))
        #expect(report.table.hasSuffix("Missed: key (large)."))
    }

    @Test mutating func strictestTargetCounts() throws {
        add("start", "small", 30)
        add("start", of: "profanity", 34)
        add("start", of: "irssi", 31)
        add("start", of: "weechat", 50)
        for program in ["profanity", "irssi", "weechat"] { report.require("start", .most, by: program) }
        let must = try #require(report.figure("start")?.must)
        #expect(must.value == 31)
        #expect(must.reason == "irssi's")
    }

    @Test mutating func targetOfTheSameSizeIsPreferred() throws {
        add("sends", "8 senders", 100)
        add("sends", "64 senders", 100)
        add("disk", "8 senders", of: "sqlite", 300)
        add("disk", "64 senders", of: "sqlite", 150)
        report.require("sends", .least, 0.5, of: "disk", by: "sqlite")
        #expect(report.missed == ["sends (8 senders)"])
        #expect(report.figure("sends", size: "64 senders")?.must?.reason == "1/2 × disk")
    }

    /// A listener of this server uses a stream. Synapse's listener uses long polling.
    @Test mutating func targetMatchesTheCountAcrossTransports() {
        add("delivery", "1 listener, stream", 2)
        add("delivery", "100 listeners, stream", 20)
        add("delivery", "1 listener, long poll", of: "synapse", 1)
        add("delivery", "100 listeners, long poll", of: "synapse", 30)
        report.require("delivery", .most, by: "synapse")
        #expect(report.missed == ["delivery (1 listener, stream)"])
    }

    @Test mutating func missingProgramSetsNoTarget() {
        add("start", "small", 30)
        report.require("start", .most, by: "profanity")
        #expect(report.figure("start")?.must == nil)
        #expect(report.missed == [])
    }

    @Test mutating func jsonContainsSamplesAndTargets() throws {
        add("key", "small", 3, 1, 8)
        report.require("key", .most, 2)
        report.leftOut = ["irssi"]
        let json = try JSONValue(parsing: try report.json)
        let figure = try #require(json["figures"]?.array?.first)
        #expect(figure["figure"]?.string == "key")
        #expect(figure["program"]?.string == "confab")
        #expect(figure["size"]?.string == "small")
        #expect(figure["unit"]?.string == "ms")
        #expect(figure["samples"]?.array?.count == 3)
        #expect(figure["must"]?["met"]?.bool == false)
        #expect(json["missed"]?.array?.count == 1)
        #expect(json["leftOut"]?.array?.first?.string == "irssi")
    }
}
