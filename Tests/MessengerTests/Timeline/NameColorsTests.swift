import Testing
import ViewModels

@testable import Presentation

@Suite(.timeLimit(.minutes(5))) struct NameColorsTests {
    private func colors(_ people: [String]) -> NameColors {
        people.reduce(into: NameColors()) { $0.meet($1) }
    }

    @Test func nameColorsAreUniqueWhileAvailable() {
        for run in 0..<50 {
            let people = (0..<12).map { "@person\($0 * 7 + run):localhost" }
            let colors = colors(people)
            for count in MessageViewModel.hueCounts {
                let places = people.prefix(count).map { colors[$0] % count }
                #expect(Set(places).count == count, "\(people.prefix(count))")
            }
        }
    }

    @Test func firstPersonKeepsColorOfTheirID() {
        var colors = NameColors()
        let place = colors["@bo:localhost"]
        colors.meet("@bo:localhost")
        for number in 0..<40 { colors.meet("@\(number):localhost") }
        #expect(colors["@bo:localhost"] == place)
    }

    @Test func extraPersonSharesOneColor() {
        let people = (0..<13).map { "@\($0):localhost" }
        let places = people.map { colors(people)[$0] }
        #expect(Set(places).count == 12)
    }
}
