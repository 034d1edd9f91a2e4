/// When a piece of output came, and when the last of what was typed began to go out.
package struct OutputTimes: Sendable {
    package let sent: ContinuousClock.Instant
    package let received: ContinuousClock.Instant
}
