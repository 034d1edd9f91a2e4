/// The first byte of what is kept. A number is never given to something else; another form of the same gets a new one.
enum StateKind: UInt8 {
    case olmAccount = 1
    case olmSession = 2
    case megolmOutboundSession = 3
    case megolmInboundSession = 4
    case crossSigning = 5
}
