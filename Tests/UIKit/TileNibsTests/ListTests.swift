import Foundation
import Testing
import TileControllers
import TileDrawing
import TileLists
import TileTyping
import TileViews

@testable import TileNibs

@Suite struct ListTests {
    private static func cell(_ id: String, _ attributes: String, more: String = "") -> String {
        """
        <tableViewCell \(attributes) textLabel="\(id)l" style="IBUITableViewCellStyleDefault" id="\(id)">
        <rect key="frame" x="0" y="0" width="300" height="44"/>
        <tableViewCellContentView key="contentView" id="\(id)c"><rect key="frame" x="0" y="0" width="300" height="44"/>
        <subviews><label text="\(id)" id="\(id)l"><rect key="frame" x="0" y="0" width="9" height="9"/></label></subviews>
        </tableViewCellContentView>\(more)</tableViewCell>
        """
    }

    @Test func `a static table has the rows of its document`() throws {
        let storyboard = NibDocuments.storyboard(
            NibDocuments.scene(
                """
                <tableViewController id="t"><tableView key="view" style="grouped" dataMode="static" id="v">
                <rect key="frame" x="0" y="0" width="300" height="400"/>
                <sections><tableViewSection headerTitle="North" id="s"><cells>
                \(Self.cell("one", "accessoryType=\"checkmark\""))\(Self.cell("two", "selectionStyle=\"none\""))
                </cells></tableViewSection></sections>
                <connections><outlet property="dataSource" destination="t" id="o"/></connections>
                </tableView></tableViewController>
                """), initial: "t")
        let controller = try #require(storyboard.instantiateInitialViewController() as? UITableViewController)
        let table = try #require(controller.tableView)
        #expect(storyboard.notes.isEmpty, "\(storyboard.notes)")
        #expect(table.style == .grouped)
        table.layoutIfNeeded()
        #expect(table.numberOfRows(inSection: 0) == 2)
        #expect(table.delegate === controller)
        let first = try #require(table.cellForRow(at: IndexPath(row: 0, section: 0)))
        #expect(first.textLabel?.text == "one")
        #expect(first.accessoryType == .checkmark)
        #expect(table.dataSource?.tableView(table, titleForHeaderInSection: 0) == "North")
    }

    @Test func `a prototype makes cells with their outlets, and its segue is performed`() throws {
        let storyboard = NibDocuments.storyboard(
            NibDocuments.scene(
                """
                <tableViewController id="t" customClass="RowScene" customModule="TileNibsTests">
                <tableView key="view" dataMode="prototypes" id="v"><rect key="frame" x="0" y="0" width="300" height="400"/>
                <prototypes>
                \(Self.cell("proto", "customClass=\"RowCell\" customModule=\"TileNibsTests\" reuseIdentifier=\"row\"",
                    more: "<connections><outlet property=\"note\" destination=\"protol\" id=\"o\"/>"
                        + "<segue destination=\"d\" kind=\"show\" identifier=\"row\" id=\"s\"/></connections>"))
                </prototypes></tableView></tableViewController>
                """) + NibDocuments.scene("<viewController id=\"d\"/>"), initial: "t")
        let controller = try #require(storyboard.instantiateInitialViewController() as? RowScene)
        let table = try #require(controller.tableView)
        table.layoutIfNeeded()
        let cell = try #require(table.cellForRow(at: IndexPath(row: 2, section: 0)) as? RowCell)
        #expect(cell.note === cell.textLabel)
        #expect(cell.reuseIdentifier == "row")
        #expect(cell.awakened == 1)
        cell.onSelection?()
        #expect(controller.prepared == ["row"])
        #expect(storyboard.notes.isEmpty, "\(storyboard.notes)")
    }

    @Test func `a collection has its flow layout, and cells of its prototype`() throws {
        let nib = NibDocuments.xib(
            """
            <collectionView contentMode="scaleToFill" dataMode="prototypes" id="v">
            <rect key="frame" x="0" y="0" width="300" height="400"/>
            <collectionViewFlowLayout key="collectionViewLayout" minimumLineSpacing="4" minimumInteritemSpacing="6" id="f">
            <size key="itemSize" width="90" height="30"/><size key="headerReferenceSize" width="0" height="0"/>
            <inset key="sectionInset" minX="1" minY="2" maxX="3" maxY="4"/></collectionViewFlowLayout>
            <cells><collectionViewCell reuseIdentifier="cell" tag="7" id="c">
            <rect key="frame" x="0" y="0" width="90" height="30"/></collectionViewCell></cells></collectionView>
            """)
        let (objects, notes) = try NibDocuments.load(nib)
        #expect(notes.isEmpty, "\(notes)")
        let collection = try #require(objects.first as? UICollectionView)
        let flow = try #require(collection.collectionViewLayout as? UICollectionViewFlowLayout)
        #expect(flow.itemSize == CGSize(width: 90, height: 30))
        #expect(flow.sectionInset == UIEdgeInsets(top: 2, left: 1, bottom: 4, right: 3))
        let items = Items()
        collection.dataSource = items
        collection.layoutIfNeeded()
        #expect(collection.visibleCells.map(\.tag) == [7, 7, 7])
    }

    @Test func `fields take on texts and traits`() throws {
        let nib = NibDocuments.xib(
            """
            <view id="root"><rect key="frame" x="0" y="0" width="300" height="400"/><subviews>
            <textField borderStyle="roundedRect" placeholder="Name" textAlignment="natural" id="f">
            <rect key="frame" x="0" y="0" width="99" height="34"/>
            <textInputTraits key="textInputTraits" secureTextEntry="YES" keyboardType="emailAddress" returnKeyType="go"/>
            </textField><textView editable="NO" text="Long" id="t"><rect key="frame" x="0" y="0" width="99" height="34"/>
            </textView><searchBar placeholder="Find" searchBarStyle="minimal" id="s">
            <rect key="frame" x="0" y="0" width="99" height="44"/></searchBar></subviews></view>
            """)
        let (objects, notes) = try NibDocuments.load(nib)
        #expect(notes.isEmpty, "\(notes)")
        let views = try #require(objects.first as? UIView).subviews
        let field = try #require(views[0] as? UITextField)
        #expect(field.borderStyle == .roundedRect)
        #expect(field.placeholder == "Name")
        #expect(field.isSecureTextEntry)
        #expect(field.keyboardType == .emailAddress)
        #expect((views[1] as? UITextView)?.isEditable == false)
        #expect((views[1] as? UITextView)?.text == "Long")
        #expect((views[2] as? UISearchBar)?.searchBarStyle == .minimal)
    }
}

private final class Items: NSObject, UICollectionViewDataSource {
    func collectionView(_ collectionView: UICollectionView, numberOfItemsInSection section: Int) -> Int { 3 }
    func collectionView(_ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath) -> UICollectionViewCell
    {
        collectionView.dequeueReusableCell(withReuseIdentifier: "cell", for: indexPath)
    }
}

final class RowScene: UITableViewController {
    var prepared: [String] = []
    override func prepare(for segue: UIStoryboardSegue, sender: Any?) { prepared.append(segue.identifier ?? "") }
    override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { 3 }
    override func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
        tableView.dequeueReusableCell(withIdentifier: "row", for: indexPath)
    }
}

final class RowCell: UITableViewCell {
    weak var note: UILabel?
    var awakened = 0
    override class var outlets: OutletTable { super.outlets + [.outlet("note", \RowCell.note)] }
    override func awakeFromNib() { awakened += 1 }
}
