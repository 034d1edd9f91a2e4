import Testing

@testable import Confab

@Suite(.timeLimit(.minutes(5))) struct AccountNameTests {
    @Test(arguments: [
        ("Ana María", "ana.maria"), ("bo", "bo"), ("Weiß", "weiss"), ("Анна", "anna"), ("美咲", "mei.xiao"),
        ("Søren Æbler", "soren.aebler"), ("Łukasz", "lukasz"), ("  Kim  Lee ", "kim.lee"), ("Kim.", "kim"),
        ("O’Neil", "oneil"), ("a@b:c/d", "abcd"),
    ])
    func nameBecomesAReadableLocalpart(name: String, localpart: String) {
        #expect(AccountName.localpart(from: name) == localpart)
    }

    @Test(arguments: ["", "  ", "🙂🙃", "...", "\u{1B}"])
    func nameWithoutUsableLettersHasNoLocalpart(name: String) {
        #expect(AccountName.localpart(from: name) == nil)
    }

    @Test func localpartStaysWithinTheMatrixLimit() throws {
        let localpart = try #require(AccountName.localpart(from: String(repeating: "ana ", count: 200)))
        #expect("@\(localpart):localhost".utf8.count <= 255)
    }
}
