import TestSupport
package import Testing

extension Trait where Self == ConditionTrait {
    /// Skips tests if Synapse, matrix-nio and vodozemac are not installed.
    package static var outside: Self {
        .enabled(
            if: Outside.environment != nil,
            "CONFAB_OUTSIDE names no environment with Synapse, matrix-nio and vodozemac; .ci/outside makes one")
    }
}
