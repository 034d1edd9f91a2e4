import MatrixAPI
import ViewModels

extension MessageLink {
    /// A page of the web.
    init(_ page: WebAddress) {
        self.init(host: DisplayText(sanitizing: page.host), address: DisplayText(sanitizing: page.text))
    }

    /// The map of a place.
    init?(_ place: GeoAddress) {
        let (latitude, longitude) = (place.latitude, place.longitude)
        let page = "https://www.openstreetmap.org/"
        guard
            let address = WebAddress(
                "\(page)?mlat=\(latitude)&mlon=\(longitude)#map=16/\(latitude)/\(longitude)")
        else { return nil }
        self.init(host: "www.openstreetmap.org", address: DisplayText(sanitizing: address.text))
    }
}
