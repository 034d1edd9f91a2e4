/// When a piece of output came, and when the last of what was typed had gone out.
package struct OutputTimes: Sendable {
    package let sent: ContinuousClock.Instant
    package let received: ContinuousClock.Instant
}
