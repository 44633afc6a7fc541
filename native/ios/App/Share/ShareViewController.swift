import UIKit
import UniformTypeIdentifiers

/// Passes shared links and text on to the app: they open the same page as the share target of the web app.
class ShareViewController: UIViewController {
    override func viewDidAppear(_ animated: Bool) {
        super.viewDidAppear(animated)
        Task {
            if let link = await appLink() { open(link) }
            extensionContext?.completeRequest(returningItems: nil)
        }
    }

    private func appLink() async -> URL? {
        let items = extensionContext?.inputItems.compactMap { $0 as? NSExtensionItem } ?? []
        var query: [URLQueryItem] = []
        for provider in items.flatMap({ $0.attachments ?? [] }) {
            if let url = await item(of: provider, as: .url) as? URL, !url.isFileURL {
                query.append(URLQueryItem(name: "shared_url", value: url.absoluteString))
            } else if let text = await item(of: provider, as: .plainText) as? String {
                query.append(URLQueryItem(name: "shared_text", value: text))
            }
        }
        guard !query.isEmpty else { return nil }
        var link = URLComponents()
        link.scheme = "wavelength"
        link.host = "app"
        link.path = "/chat"
        link.queryItems = query
        // Foundation leaves "+" as it is, and the page would read it as a space.
        link.percentEncodedQuery = link.percentEncodedQuery?.replacingOccurrences(of: "+", with: "%2B")
        return link.url
    }

    private func item(of provider: NSItemProvider, as type: UTType) async -> NSSecureCoding? {
        guard provider.hasItemConformingToTypeIdentifier(type.identifier) else { return nil }
        return try? await provider.loadItem(forTypeIdentifier: type.identifier)
    }

    /// An extension has no `UIApplication.shared`; the application is at the end of its responder chain.
    private func open(_ link: URL) {
        var responder: UIResponder? = self
        while let current = responder {
            if let application = current as? UIApplication {
                application.open(link)
                return
            }
            responder = current.next
        }
    }
}
