/// What a test asked a proxy to do, by which it hears how often it was done.
package struct FaultRule: Hashable, Sendable {
    let number: Int
}
