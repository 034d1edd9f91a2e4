import Terminal

extension BindingTable {
    static let devices: [ActionBinding] = [
        ActionBinding(.devices, .devices, menu: ["sd"], in: .chats),
        ActionBinding(.renameDevice, .devices, menu: ["r"], in: [.devices], footer: FooterPlace(5)),
        ActionBinding(.logOutDevice, .devices, menu: ["d"], in: [.devices], footer: FooterPlace(6)),
        ActionBinding(.compareEmoji, .devices, menu: ["c"], in: [.devices], footer: FooterPlace(7)),
        ActionBinding(.reloadDevices, .devices, menu: ["a"], in: [.devices]),
    ]
}
