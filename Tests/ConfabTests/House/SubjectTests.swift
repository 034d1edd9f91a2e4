import Foundation
import Testing

/// Rules of the architecture that a program can check; `Sources/README.md` gives their reasons.
@Suite(.timeLimit(.minutes(2))) struct SubjectTests {
    @Test func routersSayWhatBecomesOfEachCase() throws {
        let routers = try Repository.sources.get().filter { $0.role.hasSuffix("EventRouter") }
        #expect(routers.count > 20)
        for file in routers {
            for line in file.code where line.text.contains(#/\bdefault\b/#) {
                Issue.record("\(file.path):\(line.number) routes cases that it does not name")
            }
        }
    }

    @Test func anEventHasFewerThanTenCases() throws {
        let events = try Repository.sources.get().filter { $0.declares("enum", "\($0.role): RoutedEvent") }
        #expect(events.count > 20)
        for file in events {
            #expect(file.caseCount < 10, "\(file.path) has \(file.caseCount) cases")
            #expect(file.caseCount > 0, "\(file.path)")
        }
    }

    /// They answer with an event or a value instead.
    @Test(arguments: ["Endpoint", "Builder"]) func modelsAreOutOfReachFor(role: String) throws {
        let files = try Repository.swiftFiles(of: "Messenger").filter { $0.role.hasSuffix(role) }
        #expect(files.count > 10)
        for file in files {
            for line in file.code {
                let types = line.text.matches(of: #/\b[A-Z]\w*Models?\b/#).map { String($0.0) }
                let models = types.filter { !$0.contains(#/ViewModels?$/#) }
                #expect(models.isEmpty, "\(file.path):\(line.number) has \(models)")
            }
        }
    }

    /// What is built of values can be built anywhere, and shows nothing that changed meanwhile.
    @Test func buildersAreBoundToNoActor() throws {
        for file in try Repository.swiftFiles(of: "Messenger") where file.role.hasSuffix("Builder") {
            for line in file.code where line.text == "@MainActor" {
                Issue.record("\(file.path):\(line.number) can't build elsewhere")
            }
        }
    }

    /// Who decides carries reasons; builders, and the extensions that say a reason, make words of them.
    @Test func whoDecidesMakesNoWords() throws {
        let deciding = #/(?:Router|Endpoint|Model|Archive|Event|Machine|Talk|Reader|Carrier|Intake)$/#
        for file in try Repository.sources.get()
        where file.path.contains(#/^Sources\/(?:Messenger|Confab)\//#) && file.role.contains(deciding) {
            for line in file.code where line.text.contains(#/\bwords\(/#) {
                Issue.record("\(file.path):\(line.number) makes words for people")
            }
        }
    }

    /// Who reads a name in one part and looks it up finds what was meant.
    @Test func aTypeStandsInOneTarget() throws {
        var targets: [String: Set<String>] = [:]
        for file in try Repository.sources.get() {
            let target = String(file.path.split(separator: "/")[1])
            for type in file.declaredTypes { targets[type, default: []].insert(target) }
        }
        for (type, targets) in targets.sorted(by: { $0.key < $1.key }) where targets.count > 1 {
            Issue.record("\(type) stands in \(targets.sorted().formatted())")
        }
    }
}
