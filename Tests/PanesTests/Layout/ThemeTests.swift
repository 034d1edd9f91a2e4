import Terminal
import Testing
import ViewModels

@testable import Panes

@Suite(.timeLimit(.minutes(5))) struct ThemeTests {
    /// Common terminal backgrounds, and some unlikely ones.
    private static let backgrounds =
        ([
            0x000000, 0x1E1E1E, 0x282A36, 0x002B36, 0x2E3440, 0x300A24, 0x0000AA, 0x767676, 0x808080, 0xFFFFFF,
            0xFDF6E3,
            0xF0F0F0, 0xEFF1F5, 0xFFFFDD, 0xC0C0C0,
        ] as [Int]).map(color)
    private static let themes: [ColorTheme] = [.auto, .dark, .light, .highContrast, .sixteen, .none]

    private static func color(_ number: Int) -> RGBColor {
        RGBColor(red: UInt8(number >> 16), green: UInt8(number >> 8 & 255), blue: UInt8(number & 255))
    }

    private func all(_ colors: ColorSet) -> [UInt8] {
        ([colors.faint, colors.code, colors.mention, colors.new, colors.failure] + colors.people).compactMap(\.self)
    }

    @Test(arguments: backgrounds) func colorsContrastWithTheTerminalBackground(on background: RGBColor) {
        for color in all(ColorTheme.auto.colors(on: background, depth: .palette)) {
            #expect(RGBColor(index: color).contrast(with: background) >= 4.5, "\(color) on \(background)")
        }
        for color in all(ColorTheme.highContrast.colors(on: background, depth: .palette)) {
            #expect(RGBColor(index: color).contrast(with: background) >= 7, "\(color) on \(background)")
        }
    }

    @Test func allThemeColorsContrastWithBlackOrWhite() {
        let depths: [ColorDepth] = [.palette, .direct, .sixteen, .eight]
        for theme in Self.themes {
            for depth in depths {
                for background in [RGBColor.black, .white] {
                    let real = theme == .dark ? .black : theme == .light ? .white : background
                    for color in all(theme.colors(on: background, depth: depth)) {
                        let contrast = RGBColor(index: color).contrast(with: real)
                        #expect(contrast >= (depth == .eight ? 4.4 : 4.5), "\(color) of \(theme) on \(real)")
                        #expect(color != 0 && color != 8, "\(theme) has a colour that many terminals hide")
                    }
                }
            }
        }
    }

    @Test func explicitThemeOverridesTerminalBackground() {
        #expect(ColorTheme.dark.colors(on: .white, depth: .palette) == .dark.readable(on: .black))
        #expect(ColorTheme.light.colors(on: .black, depth: .palette) == .light.readable(on: .white))
        #expect(ColorTheme.auto.colors(on: .black, depth: .palette).people[0] == ColorSet.dark.people[0])
        #expect(ColorTheme.auto.colors(on: .white, depth: .palette).people[0] == ColorSet.light.people[0])
        #expect(all(ColorTheme.none.colors(on: .black, depth: .palette)).isEmpty)
        #expect(all(ColorTheme.auto.colors(on: .black, depth: .none)).isEmpty)
    }

    @Test(arguments: backgrounds) func senderColorsAreDistinct(on background: RGBColor) {
        for theme in Self.themes {
            for depth in [ColorDepth.palette, .sixteen, .eight] {
                let people = theme.colors(on: background, depth: depth).people
                #expect(Set(people).count == people.count, "\(theme) on \(background)")
                #expect(people.isEmpty || ColorSet.personCounts.contains(people.count))
            }
        }
        #expect(ColorTheme.auto.colors(on: .white, depth: .palette).people.count == 12)
    }

    @Test func unreadableColorsBecomeTheNearestReadableOnes() {
        let set = ColorSet(faint: 16, code: 231, mention: nil, new: 244, failure: 160, people: [231, 16, 52])
        let read = set.readable(on: .black)
        #expect(read.code == 231 && read.mention == nil && read.new == 244 && read.people[0] == 231)
        #expect(read.failure == 196 || read.failure == 203 || read.failure == 197)
        #expect(Set(read.people).count == 3 && !read.people.contains(16))
    }

    @Test func anyHueMapsToAColor() {
        for hue in [0, -1, 11, 12, .max, .min] { #expect(Theme.sender(hue: hue).foreground != nil) }
    }

    @Test func dimStyleAvoidsTheDimAttribute() {
        #expect(!Theme.dim.attributes.contains(.dim))
        #expect(Theme.richText([.struck], isLink: false, over: .plain) == Theme.dim)
        #expect(Theme.selected(Theme.dim) == Theme.selection)
    }
}
