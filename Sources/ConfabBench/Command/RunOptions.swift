import ArgumentParser
import Foundation
import TestSupport

/// Options of all measurements.
struct RunOptions: ParsableArguments {
    @Option(help: ArgumentHelp("How often each figure is measured.", valueName: "number"))
    var rounds = 5

    @Option(help: ArgumentHelp("Write the figures with all their samples into this file as well.", valueName: "file"))
    var json: String?

    @Option(help: ArgumentHelp("Measure this program instead of the one beside.", valueName: "path"))
    var program: String?

    func validate() throws {
        guard rounds > 0 else { throw ValidationError("There must be a round.") }
    }

    /// Selects the program that was given as an option.
    func chooseProgram() throws {
        if let program { ProgramLocation.choose(URL(filePath: program).path) }
        guard FileManager.default.isExecutableFile(atPath: ProgramLocation.confab) else {
            throw BenchError.noProgram(path: ProgramLocation.confab)
        }
    }

    func put(_ report: FigureReport) throws {
        if let json { try report.json.write(to: URL(filePath: json)) }
        print(report.table)
    }
}
