import Testing

@testable import Confab

@Suite(.timeLimit(.minutes(5))) struct SettingPlacesTests {
    @Test func aKeyIsOnItsLineInWhateverFormItIsWritten() {
        let places = SettingPlaces(
            text: """
                # a comment with [brackets] and = signs
                top = 1
                dotted.key = 2
                "quoted key" = 3

                [table] # another comment
                first = "a = b # c"
                list = [
                    "first = 1", # first = 2
                    "]",
                ]
                after = '''
                first = 3
                [table]
                '''
                inline = { one = 1, two = 2 }
                [ spaced . "out" ]
                x = 1
                """)
        #expect(places.line(of: ["top"]) == 2)
        #expect(places.line(of: ["dotted", "key"]) == 3)
        #expect(places.line(of: ["dotted"]) == 3)
        #expect(places.line(of: ["quoted key"]) == 4)
        #expect(places.line(of: ["table"]) == 6)
        #expect(places.line(of: ["table", "first"]) == 7)
        #expect(places.line(of: ["table", "list"]) == 8)
        #expect(places.line(of: ["table", "after"]) == 12)
        #expect(places.line(of: ["table", "inline", "two"]) == 16)
        #expect(places.line(of: ["spaced", "out", "x"]) == 18)
        #expect(places.line(of: ["nowhere"]) == nil)
    }

    @Test func aListThatABraceOrAStrangeLineEndCutsIsNotGivenToTheParser() {
        #expect(SettingPlaces(text: "a = 1\nb = [1, }").stray?.line == 2)
        #expect(SettingPlaces(text: "a = 1\nb = [1, }").stray?.column == 9)
        #expect(SettingPlaces(text: "a = [\u{2028}]").stray?.column == 6)
        for cut in ["[=]", "[ #", "[\n", "[[.a]]", "x = 1\n[é]", "[\u{301}a]", "a = [}\u{301}]"] {
            #expect(SettingPlaces(text: cut).stray != nil, "\(cut)")
        }
        for fine in [
            "[a]\n[ b . c ]\n[[d]]\n[\"e\"]\n['f']\n[-1_]",
            "a = [{ b = 1 }, { c = [1] }]", "a = [\"}\", '}'] # [}", "a = [\n# [ }\n]",
            "a = \"\"\"x\"\"\"\"\nb = ['}']",
        ] {
            #expect(SettingPlaces(text: fine).stray == nil)
        }
    }

    @Test func whatIsCutShortEndsTheScan() {
        for text in ["a", "a =", "[", "[a", "a = \"", "a = '''", "a = [", "\"", "a = \"\\", "[[[", "= =\n=", "a.b.=1"] {
            #expect(SettingPlaces(text: text).line(of: ["nowhere"]) == nil)
        }
    }
}
