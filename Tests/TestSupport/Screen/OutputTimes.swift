/// The times at which a piece of output arrived, and at which the last typed input began to be written.
package struct OutputTimes: Sendable {
    package let sent: ContinuousClock.Instant
    package let received: ContinuousClock.Instant
}
