import Hummingbird

/// A request whose path is in the route table.
struct RoutedRequest: Sendable {
    let request: Request
    let context: MatrixContext
    let target: Target
    let route: Route
    let parameters: [String: String]

    init(_ request: Request, _ context: MatrixContext, _ table: RouteTable) throws(Refusal) {
        guard let target = Target(request.head.path ?? "") else {
            throw Refusal.invalid("The path or the query is no UTF-8 in NFC, or holds U+0000")
        }
        self.request = request
        self.context = context
        self.target = target
        (route, parameters) = try table.find(request.method, target.segments)
    }
}
