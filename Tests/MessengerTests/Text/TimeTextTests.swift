import Testing

@testable import Messenger

@Suite(.timeLimit(.minutes(5))) struct TimeTextTests {
    /// Saturday 21 November 2026, 12:00 UTC.
    private let noon: Int64 = 1_795_262_400_000
    private let day: Int64 = 86_400_000

    private var text: TimeText { TimeText(now: noon, usesTwelveHours: false) }

    @Test func todayIsShownAsClockTime() {
        #expect(text.short(noon).count == 5)
        #expect(text.short(noon).contains(":"))
    }

    @Test func shortDateUsesYesterdayWeekdayDateThenYear() {
        #expect(text.short(noon - day) == "Yesterday")
        #expect(text.short(noon - 3 * day) == "Wed")
        #expect(text.short(noon - 10 * day) == "11 Nov")
        #expect(text.short(noon - 400 * day) == "2025-10-17")
    }

    @Test func dayDividerNamesYearOnlyIfDifferent() {
        #expect(text.longDay(noon) == "Saturday 21 November")
        #expect(text.longDay(noon - 365 * day) == "Friday 21 November 2025")
    }

    @Test func dateFormatFollowsSetting() {
        var form = TimeFormat()
        form.dates = .monthFirst
        let monthFirst = TimeText(now: noon, form: form)
        #expect(monthFirst.short(noon - 10 * day) == "Nov 11")
        #expect(monthFirst.short(noon - 400 * day) == "2025-10-17")
        #expect(monthFirst.longDay(noon) == "Saturday, November 21")
        #expect(monthFirst.longDay(noon - 365 * day) == "Friday, November 21, 2025")
        form.dates = .iso
        let iso = TimeText(now: noon, form: form)
        #expect(iso.short(noon - 10 * day) == "2026-11-11")
        #expect(iso.longDay(noon) == "Saturday 2026-11-21")
    }

    @Test func clockSettingOverridesLocale() {
        var form = TimeFormat()
        form.clock = .twelve
        #expect(TimeText(now: noon, form: form).usesTwelveHours)
        form.clock = .twentyFour
        #expect(!TimeText(now: noon, form: form).usesTwelveHours)
    }

    @Test func twelveHourClockShowsAMOrPM() {
        let twelve = TimeText(now: noon, usesTwelveHours: true)
        #expect(twelve.clock(noon).hasSuffix("m"))
    }

    @Test func timesBefore1970DoNotTrap() {
        #expect(text.short(-1).isEmpty && text.short(.min).isEmpty)
        for time: Int64 in [.max, .max / 4, 253_402_300_799_999] { #expect(!text.short(time).isEmpty) }
        #expect(TimeText.day(.max) == TimeText.day(253_402_300_799_999) && TimeText.day(.min) == TimeText.day(0))
    }
}
