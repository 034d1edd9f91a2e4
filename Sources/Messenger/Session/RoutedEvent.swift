/// What happened to a subject or is asked of it: an enum that one ``EventRouter`` takes.
package protocol RoutedEvent: Sendable {}
