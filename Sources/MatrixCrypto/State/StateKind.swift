/// The first byte of a stored state. A number is never reused, and a new format of the same state gets a new number.
enum StateKind: UInt8 {
    case olmAccount = 1
    case olmSession = 2
    case megolmOutboundSession = 3
    case megolmInboundSession = 4
    case crossSigning = 5
}
