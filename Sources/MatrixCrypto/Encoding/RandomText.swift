/// Generates unguessable identifiers of letters and digits, which every server and client accepts.
enum RandomText {
    private static let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789")

    static func make(count: Int = 32) -> String {
        String((0..<count).map { _ in letters[Int.random(in: 0..<letters.count)] })
    }
}
