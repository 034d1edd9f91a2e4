import Terminal
import Testing
import ViewModels

@testable import Panes

@MainActor
@Suite(.timeLimit(.minutes(5))) struct ScreenLayoutTests {
    private func layout(_ width: Int, _ height: Int) -> ScreenLayout {
        ScreenLayout(
            size: Size(width: width, height: height), showsNotice: false, showsList: false, composerRows: { _ in 1 })
    }

    @Test func widthSelectsTheLayout() {
        #expect(layout(75, 24).kind == .narrow)
        #expect(layout(76, 24).kind == .beside)
        #expect(layout(99, 24).kind == .beside)
        #expect(layout(100, 24).kind == .framed)
        #expect(layout(20, 5).kind == .narrow)
        #expect(layout(19, 24).kind == .tooSmall)
        #expect(layout(80, 4).kind == .tooSmall)
    }

    @Test func configuredWidthsSelectTheLayout() {
        var widths = LayoutWidths()
        widths.besideFrom = 60
        widths.framedFrom = 90
        widths.list = 40
        func layout(_ width: Int) -> ScreenLayout {
            ScreenLayout(
                size: Size(width: width, height: 24), widths: widths, showsNotice: false, showsList: false,
                composerRows: { _ in 1 })
        }
        #expect(layout(59).kind == .narrow)
        #expect(layout(60).kind == .beside)
        #expect(layout(60).list.width == 30)
        #expect(layout(89).list.width == 40)
        #expect(layout(89).wall == 41)
        #expect(layout(90).kind == .framed)
        #expect(layout(90).list.width == 40)
    }

    @Test func everyAreaFitsTheScreenAndChatKeepsTwoRows() {
        for width in stride(from: 20, through: 160, by: 7) {
            for height in 5...40 {
                for showsNotice in [true, false] {
                    let size = Size(width: width, height: height)
                    let layout = ScreenLayout(
                        size: size, showsNotice: showsNotice, showsList: false, composerRows: { _ in 50 })
                    let all = [
                        layout.status, layout.notice, layout.list, layout.detail, layout.composer, layout.footer,
                    ]
                    for part in all { #expect(part.intersection(Rectangle(size)).height == part.height) }
                    #expect(layout.detail.height >= 2)
                    #expect(layout.composer.height >= 1)
                    #expect(layout.composer.y + layout.composer.height < height)
                }
            }
        }
    }

    @Test func anyScreenSizeCanBeDrawn() {
        let test = TestScreen(width: 80, height: 24)
        test.raiseNotice("1 new: Bo")
        for size in [
            (0, 0), (1, 1), (3, 1), (1, 30), (19, 5), (20, 4), (20, 5), (21, 6), (75, 7), (100, 11), (500, 500),
        ] {
            for keys in [[], [Key.control("o")], [Key(.escape), Key(.function(1))]] {
                test.resize(width: size.0, height: size.1)
                for key in keys { test.press(key) }
                #expect(test.lines.count == size.1)
            }
            test.press(Key(.escape))
        }
    }

    @Test func tooSmallScreenShowsTheRequiredSize() {
        #expect(TestScreen(width: 30, height: 3).lines[0] == "Confab needs 20×5")
        #expect(TestScreen(width: 10, height: 3).lines[0] == "Confab ne…")
        #expect(TestScreen(width: 1, height: 1).lines == ["…"])
    }
}
