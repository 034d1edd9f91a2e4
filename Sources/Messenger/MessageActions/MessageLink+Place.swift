import MatrixAPI
import ViewModels

extension MessageLink {
    /// Makes a link to a web page.
    init(_ page: WebAddress) {
        self.init(host: DisplayText(sanitizing: page.host), address: DisplayText(sanitizing: page.text))
    }

    /// Makes a link to the map of a location.
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
