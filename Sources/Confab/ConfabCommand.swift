@main struct ConfabCommand { static func main() {} }
