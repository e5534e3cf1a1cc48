"""Tests of Tests/Strangers/adapt.py, which rewrites libraries' sources for Linux."""

import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "Strangers"))
import adapt as adapting  # noqa: E402


def adapt(source):
    """One file, as if it were a whole library."""
    return adapting.adapt({"A.swift": source}, "Library")["A.swift"]


class AdaptTests(unittest.TestCase):
    def test_attributes_go_and_the_platform_is_linux(self):
        self.assertEqual(
            adapt("#if os(iOS)\n@objc(Kind) public enum Kind: Int { case a }\n@objcMembers\nclass A {}\n#endif\n"),
            "#if os(Linux)\npublic enum Kind: Int { case a }\nclass A {}\n#endif\n")

    def test_a_class_without_superclass_gets_its_table_beside_it(self):
        adapted = adapt("class Plot {\n    @objc private func tick() {}\n    let s = #selector(tick)\n}\n")
        self.assertEqual(
            adapted,
            'class Plot {\n    private func tick() {}\n    let s = Selector("tick")\n}\n'
            '\nimport UIKit\n\nextension Plot: ActionTarget { public static var actions: ActionTable { [.action("tick", Plot.tick)] } }\n')

    def test_a_subclass_overrides_the_table(self):
        adapted = adapt(
            "class A: UIView {\n    @objc func tapped(_ sender: UIButton, event: UIEvent) {}\n}\n"
            "let s = #selector(A.tapped(_:event:))\n")
        self.assertIn(
            'override open class var actions: ActionTable { super.actions + [.action("tapped:event:", A.tapped)] }', adapted)

    def test_selectors_are_named_as_in_objective_c(self):
        source = "class A: UIView {\n    @objc func tapped(_ s: Any) {}\n    @objc func move(to p: Any) {}\n}\n"
        for swift, name in [
            ("#selector(tapped)", "tapped:"), ("#selector(A.tapped(_:))", "tapped:"), ("#selector(move(to:))", "moveTo:"),
            ("#selector(self.move)", "moveTo:"), ("#selector(A.run(event:))", "runWithEvent:"),
        ]:
            self.assertIn(f'Selector("{name}")', adapt(source + f"let s = {swift}\n"), swift)

    def test_only_what_a_selector_names_is_an_action(self):
        adapted = adapt("class A: UIView {\n    @objc func a() {}\n    @objc func b() {}\n    let s = #selector(a)\n}\n")
        self.assertIn('[.action("a", A.a)]', adapted)
        self.assertNotIn('.action("b"', adapted)

    def test_an_extension_with_overrides_moves_into_its_class(self):
        adapted = adapt("class A: UIView {\n}\nextension A {\n    override func layoutSubviews() {}\n}\n")
        self.assertLess(adapted.index("override func layoutSubviews() {}"), adapted.index("extension A"))

    def test_optional_methods_get_bodies(self):
        adapted = adapt("@objc public protocol D {\n    @objc optional func moved(_ a: Int)\n}\n")
        self.assertNotIn("optional", adapted)
        self.assertIn("extension D", adapted)

    def test_what_is_appkits_alone_goes(self):
        adapted = adapt("#if os(OSX)\nimport Cocoa\n#else\nimport UIKit\n#endif\n")
        self.assertNotIn("Cocoa", adapted)
        self.assertIn("import UIKit", adapted)

    def test_the_librarys_own_modules_are_not_imported(self):
        self.assertNotIn("import Library", adapt("import LibraryCore\nimport UIKit\n"))

    def test_what_needs_nothing_stays(self):
        source = "import UIKit\n\nopen class A: UIControl {\n    @IBInspectable open var a = 1\n}\n"
        self.assertEqual(adapt(source), source)


if __name__ == "__main__":
    unittest.main()
