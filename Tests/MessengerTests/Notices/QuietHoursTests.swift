import Testing

@testable import Messenger

@Suite(.timeLimit(.minutes(5))) struct QuietHoursTests {
    @Test func withinADayTheyHoldFromTheirStartToBeforeTheirEnd() {
        let lunch = QuietHours(start: 12 * 60, end: 13 * 60)
        #expect(!lunch.hold(on: .monday, minute: 12 * 60 - 1))
        #expect(lunch.hold(on: .monday, minute: 12 * 60))
        #expect(lunch.hold(on: .sunday, minute: 13 * 60 - 1))
        #expect(!lunch.hold(on: .monday, minute: 13 * 60))
    }

    @Test func pastMidnightTheyBelongToTheDayOnWhichTheyBegan() {
        let night = QuietHours(start: 22 * 60, end: 7 * 60, days: [.friday])
        #expect(!night.hold(on: .friday, minute: 6 * 60))
        #expect(night.hold(on: .friday, minute: 23 * 60))
        #expect(night.hold(on: .saturday, minute: 0))
        #expect(night.hold(on: .saturday, minute: 7 * 60 - 1))
        #expect(!night.hold(on: .saturday, minute: 7 * 60))
        #expect(!night.hold(on: .saturday, minute: 23 * 60))
    }

    @Test func fromSundayTheyReachIntoMonday() {
        let night = QuietHours(start: 22 * 60, end: 7 * 60, days: [.sunday])
        #expect(night.hold(on: .monday, minute: 60))
        #expect(!night.hold(on: .sunday, minute: 60))
    }

    @Test func theSameStartAndEndIsAWholeDay() {
        let day = QuietHours(start: 8 * 60, end: 8 * 60, days: [.saturday])
        #expect(!day.hold(on: .saturday, minute: 8 * 60 - 1))
        #expect(day.hold(on: .saturday, minute: 8 * 60))
        #expect(day.hold(on: .sunday, minute: 8 * 60 - 1))
        #expect(!day.hold(on: .sunday, minute: 8 * 60))
    }

    @Test func byTheClockTheDayOfTheWeekIsThatOfTheDate() {
        let weekday = QuietHours(start: 0, end: 0, days: [.saturday])
        // Noon UTC on a Saturday is at least 12 hours from both ends of the day nearly everywhere.
        #expect(weekday.hold(at: Story.noon))
        #expect(!weekday.hold(at: Story.noon + 2 * Story.day))
    }
}
