import Foundation
import Testing

/// Rules of the architecture that a program can check. `Sources/README.md` gives their reasons.
@Suite(.timeLimit(.minutes(5))) struct SubjectTests {
    @Test func routersHaveNoDefaultCase() throws {
        let routers = try Repository.sources.get().filter { $0.role.hasSuffix("EventRouter") }
        #expect(routers.count > 20)
        for file in routers {
            for line in file.code where line.text.contains(#/\bdefault\b/#) {
                Issue.record("\(file.path):\(line.number) routes cases that it does not name")
            }
        }
    }

    @Test func eventsHaveFewerThanTenCases() throws {
        var count = 0
        for file in try Repository.sources.get() {
            for event in file.routedEvents {
                count += 1
                let cases = file.caseCount(of: event)
                #expect(cases < 10, "\(event) has \(cases) cases")
                #expect(cases > 0, "\(event)")
            }
        }
        #expect(count > 20)
    }

    /// Endpoints and archives answer with an event, and get what they need as arguments.
    @Test(arguments: ["Endpoint", "Archive"]) func endpointsNeverSeeTheState(role: String) throws {
        let targets = ["Engine", "Messenger", "Presentation"]
        let files = try targets.flatMap { try Repository.swiftFiles(of: $0) }.filter { $0.role.hasSuffix(role) }
        #expect(files.count > 10)
        for file in files {
            for line in file.code {
                let types = line.text.matches(of: #/\b[A-Z]\w*(?:Models?|State|Parts)\b/#).map { String($0.0) }
                let state = types.filter { $0.contains(#/^(?:SessionState|ScreenParts|SessionParts)$|Model$/#) }
                let isStatic = line.text.contains(#/\b[A-Z]\w*Model\.[a-z]/#)
                #expect(state.isEmpty || isStatic, "\(file.path):\(line.number) has \(state)")
            }
        }
    }

    /// A builder keeps values, so that its result follows from what was compared.
    @Test func buildersKeepNoState() throws {
        let files = try Repository.swiftFiles(of: "Presentation").filter { $0.role.hasSuffix("Builder") }
        #expect(files.count > 10)
        for file in files {
            for line in file.code {
                let keeps = line.text.contains(
                    #/^(?:private )?(?:let|var) \w+: (?:SessionState|ScreenParts|Effects)\b/#)
                #expect(!keeps, "\(file.path):\(line.number)")
            }
        }
    }

    /// Screens follow from the state. Nothing else says that one changed.
    @Test func onlyHandlersRaiseViewModels() throws {
        var raising: Set<String> = []
        let files = try Repository.swiftFiles(of: "Messenger") + Repository.swiftFiles(of: "Presentation")
        for file in files where !file.path.contains("/Accounts/") {
            for line in file.code where line.text.contains(#/\.raise(?:Again\(\)| \{)/#) { raising.insert(file.path) }
        }
        #expect(raising == ["Sources/Presentation/Screen/Handler.swift"])
    }

    /// A builder of plain values runs on any actor, and its result can't contain later changes.
    @Test func buildersAreNotMainActorIsolated() throws {
        for file in try Repository.swiftFiles(of: "Presentation") where file.role.hasSuffix("Builder") {
            for line in file.code where line.text == "@MainActor" {
                Issue.record("\(file.path):\(line.number) can't build elsewhere")
            }
        }
    }

    /// Types that decide carry reasons. Builders, and the extensions that describe a reason, turn these into text.
    @Test func decidingTypesMakeNoUserFacingText() throws {
        let deciding =
            #/(?:Router|Endpoint|Model|Archive|Event|Machine|LoginPrompts|Reader|FileUploader|OutboxSender|Intake)$/#
        for file in try Repository.sources.get()
        where file.path.contains(#/^Sources\/(?:Engine|Messenger|Presentation|Confab)\//#)
            && file.role.contains(deciding)
        {
            for line in file.code where line.text.contains(#/\bwords\(/#) {
                Issue.record("\(file.path):\(line.number) makes words for people")
            }
        }
    }

    /// A name is unique among the targets, so that a search for it finds the intended type.
    @Test func typesAreDeclaredInOneTarget() throws {
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
