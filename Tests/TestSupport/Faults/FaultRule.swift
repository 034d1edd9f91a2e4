/// A handle of a fault that a test set, to query how often it was applied.
package struct FaultRule: Hashable, Sendable {
    let number: Int
}
