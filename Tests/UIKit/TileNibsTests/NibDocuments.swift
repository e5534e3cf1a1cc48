import Foundation
import TileControllers
import TileGraphics
import TileViews

@testable import TileNibs

/// Documents written in the test code.
enum NibDocuments {
    static func xib(_ objects: String, connections: String = "", resources: String = "") -> NibDocument {
        document(
            """
            <document type="com.apple.InterfaceBuilder3.CocoaTouch.XIB" version="3.0" useAutolayout="YES">
            <objects>
            <placeholder placeholderIdentifier="IBFilesOwner" id="-1" customClass="Owner">
            <connections>\(connections)</connections></placeholder>
            <placeholder placeholderIdentifier="IBFirstResponder" id="-2" customClass="UIResponder"/>
            \(objects)
            </objects>
            <resources>\(resources)</resources>
            </document>
            """)
    }

    static func storyboard(_ scenes: String, initial: String = "") -> UIStoryboard {
        let document = document(
            """
            <document type="com.apple.InterfaceBuilder3.CocoaTouch.Storyboard.XIB" version="3.0" useAutolayout="YES"
                initialViewController="\(initial)">
            <scenes>\(scenes)</scenes>
            </document>
            """)
        return UIStoryboard(
            .success(.document(StoryboardDocument(document))), name: "Test", bundle: .main, limits: .standard)
    }

    static func scene(_ controller: String, _ others: String = "") -> String {
        "<scene sceneID=\"s\"><objects>\(controller)\(others)"
            + "<placeholder placeholderIdentifier=\"IBFirstResponder\" id=\"first\"/></objects></scene>"
    }

    private static func document(_ text: String) -> NibDocument {
        do {
            return try NibDocument(Array(text.utf8), name: "Test.xib")
        } catch {
            fatalError("\(error)")
        }
    }

    /// Returns the top-level objects and the notes.
    static func load(_ document: NibDocument, owner: NSObject? = nil, external: [String: NSObject] = [:]) throws
        -> (objects: [NSObject], notes: [NibNote])
    {
        let (objects, notes) = try NibContent.document(document).instantiate(
            owner: owner, external: external, bundle: .main)
        return (objects, notes.list)
    }
}

/// A class with outlets and actions, as a program or a code generator would write it.
final class Owner: UIResponder {
    private(set) weak var title: UILabel?
    private(set) var button: UIButton!
    private(set) var marks: [UIView] = []
    private(set) var width: NSLayoutConstraint?
    private(set) var log: [String] = []

    override class var outlets: OutletTable {
        super.outlets + [
            .outlet("title", \Owner.title), .outlet("button", \Owner.button), .collection("marks", \Owner.marks),
            .outlet("width", \Owner.width),
        ]
    }
    override class var actions: ActionTable {
        super.actions + [.action("tapped:", Owner.tapped), .action("changed", Owner.changed)]
    }

    func tapped(_ sender: UIControl) { log.append("tapped \(type(of: sender))") }
    func changed() { log.append("changed") }
}
