import Testing

@testable import Messenger

@Suite(.timeLimit(.minutes(5))) struct QuietHoursTests {
    @Test func quietHoursIncludeStartAndExcludeEnd() {
        let lunch = QuietHours(start: 12 * 60, end: 13 * 60)
        #expect(!lunch.isActive(on: .monday, minute: 12 * 60 - 1))
        #expect(lunch.isActive(on: .monday, minute: 12 * 60))
        #expect(lunch.isActive(on: .sunday, minute: 13 * 60 - 1))
        #expect(!lunch.isActive(on: .monday, minute: 13 * 60))
    }

    @Test func overnightQuietHoursBelongToStartDay() {
        let night = QuietHours(start: 22 * 60, end: 7 * 60, days: [.friday])
        #expect(!night.isActive(on: .friday, minute: 6 * 60))
        #expect(night.isActive(on: .friday, minute: 23 * 60))
        #expect(night.isActive(on: .saturday, minute: 0))
        #expect(night.isActive(on: .saturday, minute: 7 * 60 - 1))
        #expect(!night.isActive(on: .saturday, minute: 7 * 60))
        #expect(!night.isActive(on: .saturday, minute: 23 * 60))
    }

    @Test func sundayQuietHoursReachIntoMonday() {
        let night = QuietHours(start: 22 * 60, end: 7 * 60, days: [.sunday])
        #expect(night.isActive(on: .monday, minute: 60))
        #expect(!night.isActive(on: .sunday, minute: 60))
    }

    @Test func equalStartAndEndCoverWholeDay() {
        let day = QuietHours(start: 8 * 60, end: 8 * 60, days: [.saturday])
        #expect(!day.isActive(on: .saturday, minute: 8 * 60 - 1))
        #expect(day.isActive(on: .saturday, minute: 8 * 60))
        #expect(day.isActive(on: .sunday, minute: 8 * 60 - 1))
        #expect(!day.isActive(on: .sunday, minute: 8 * 60))
    }

    @Test func quietHoursUseWeekdayOfDate() {
        let weekday = QuietHours(start: 0, end: 0, days: [.saturday])
        // Noon UTC on a Saturday is at least 12 hours from both ends of the day nearly everywhere.
        #expect(weekday.isActive(at: Story.noon))
        #expect(!weekday.isActive(at: Story.noon + 2 * Story.day))
    }
}
