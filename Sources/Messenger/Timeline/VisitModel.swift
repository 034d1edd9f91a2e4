/// The way by which somebody went from message to message, and that leads back.
@MainActor
final class VisitModel {
    /// Where it leads from here.
    enum Way: Hashable, Sendable { case found, place }

    private static let most = 32

    /// Where somebody stands, in the chat of an opening.
    private var standing: (place: VisitedPlace, opening: Int)?
    /// From where somebody is on their way.
    private var departure: VisitedPlace?
    /// From where they went, the last one last.
    private var trail: [VisitedPlace] = []
    /// Of the chat to which that led: who opens another one has gone elsewhere.
    private var opening = 0

    /// - Returns: `nil` where nobody told it since the chat was opened.
    func standing(in opening: Int) -> VisitedPlace? { standing.flatMap { $0.opening == opening ? $0.place : nil } }

    func stand(at place: VisitedPlace, in opening: Int) { standing = (place, opening) }

    func depart(from place: VisitedPlace, in opening: Int) {
        if opening != self.opening { trail = [] }
        departure = place
    }

    func arrive(in opening: Int) {
        if let departure { trail = (trail + [departure]).suffix(Self.most) }
        departure = nil
        self.opening = opening
    }

    /// Nothing leads back any more.
    func stay() { trail = [] }

    /// From where somebody came to the chat of an opening; `nil` where they opened it.
    func last(in opening: Int) -> VisitedPlace? { opening == self.opening ? trail.last : nil }

    func takeLast(in opening: Int) -> VisitedPlace? { opening == self.opening ? trail.popLast() : nil }

    /// - Parameter search: the one of which there is a list.
    func way(in opening: Int, search: Int) -> Way? {
        last(in: opening).map { $0.search == search ? .found : .place }
    }
}
