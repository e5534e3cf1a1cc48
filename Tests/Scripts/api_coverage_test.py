"""Tests of scripts/api-coverage: a small Swift module, compiled here, against tables written here.

    make test-scripts
"""

import contextlib
import importlib.machinery
import importlib.util
import io
import json
import pathlib
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent

SOURCE = """
import Foundation

public protocol Space {
    var bounds: CGRect { get }
    func convert(_ point: CGPoint, to space: (any Space)?)
}
extension Space {
    public func enlarged() {}
}
extension Space where Self == Plain {
    public func onlyPlain() {}
}
protocol Hidden {}
extension Hidden {
    public func leaked() {}
}

open class Base: NSObject {
    public init(frame: CGRect) {}
    public required init?(coder: NSCoder) { nil }
    public convenience init(side: Int) { self.init(frame: .zero) }
    open var name: String { "" }
    open class var kind: Int { 1 }
    open func draw(_ rect: CGRect) {}
    open func draw(_ rects: [CGRect]) {}
    open func load() async {}
    open func wait() {}
    func secret() {}
    @available(*, unavailable) public func gone() {}
}
open class Plain: Base, Space {
    public var bounds: CGRect { .zero }
    public func convert(_ point: CGPoint, to space: (any Space)?) {}
}
open class Closed: Base {
    init(internally: Int) { super.init(frame: .zero) }
    public required init?(coder: NSCoder) { nil }
}
public struct Insets: Equatable {
    public var top: CGFloat
    public enum Edge: Int {
        case left, right
        public static let first = Edge.left
    }
}
public struct Incomparable {
    public subscript(index: Int) -> Int { index }
    public subscript(named name: String) -> Int { 0 }
}
public typealias Padding = Insets
struct Inner {
    public struct Deep {
        public var depth: Int
    }
}
extension CGRect {
    public func inset(by insets: Insets) -> CGRect { self }
}
extension NSCoder {
    public class func insets(for string: String) -> Insets? { nil }
}
public func GetContext() -> Int { 0 }
public let maximumCount = 1
"""


def setUpModule():
    """Compiles the module and extracts its graph once: it takes a second or two."""
    global folder, coverage
    holder = tempfile.TemporaryDirectory()
    unittest.addModuleCleanup(holder.cleanup)
    folder = pathlib.Path(holder.name)
    loader = importlib.machinery.SourceFileLoader("api_coverage", str(ROOT / "scripts/api-coverage"))
    coverage = importlib.util.module_from_spec(importlib.util.spec_from_loader("api_coverage", loader))
    loader.exec_module(coverage)

    (folder / "Sample.swift").write_text(SOURCE)
    (folder / "graphs").mkdir()
    target = json.loads(subprocess.check_output(["swiftc", "-print-target-info"]))["target"]["triple"]
    subprocess.run(["swiftc", "-emit-module", "-module-name", "Sample", "Sample.swift"], cwd=folder, check=True)
    subprocess.run(
        ["swift", "symbolgraph-extract", "-module-name", "Sample", "-I", ".", "-target", target,
         "-minimum-access-level", "private", "-skip-synthesized-members", "-output-dir", "graphs"],
        cwd=folder, check=True, capture_output=True)
    coverage.foundation_graphs = remembered(coverage.foundation_graphs())
    coverage.language_graphs = remembered(coverage.language_graphs())


def remembered(graphs):
    return lambda: graphs


class CoverageTest(unittest.TestCase):
    def run_tool(self, surface, *arguments, exceptions="", complete=""):
        """Exit status, output and complaints of the tool with these tables; rows are `type|member|kind`."""
        rows = ["module\ttype\tmember\tkind\tnote"]
        rows += ["M\t" + row.strip().replace("|", "\t") for row in surface.strip().splitlines()]
        (folder / "surface.tsv").write_text("\n".join(rows) + "\n")
        (folder / "exceptions.tsv").write_text(exceptions.replace("|", "\t"))
        (folder / "complete.tsv").write_text(complete)
        output, complaints = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(output), contextlib.redirect_stderr(complaints):
            status = coverage.main(
                ["--graphs", str(folder / "graphs"), "--tables", str(folder), "--modules", "Sample", *arguments])
        return status, output.getvalue(), complaints.getvalue()

    def assert_missing(self, surface, *missing):
        """Exactly these of the listed `type|member|kind` rows are missing."""
        _, output, _ = self.run_tool(surface, "--json")
        found = {f"{type}|{member}" for type, entry in json.loads(output).items() for member in entry["missing"]}
        self.assertEqual(found, set(missing))

    def test_argument_labels_must_match_exactly(self):
        self.assert_missing("Base|draw(_:)|method\n Base|draw(rect:)|method\n Base|draw|method", "Base|draw(rect:)",
                            "Base|draw")

    def test_a_property_is_no_method_and_a_method_no_property(self):
        self.assert_missing("Base|name|property\n Base|wait()|method")
        self.assert_missing("Base|name|method\n Base|wait()|property", "Base|name", "Base|wait()")

    def test_a_subscript_is_listed_as_a_method(self):
        self.assert_missing("Incomparable|subscript(_:)|method\n Incomparable|subscript(named:)|method\n"
                            "Incomparable|subscript(index:)|method\n Insets|subscript(_:)|method",
                            "Incomparable|subscript(index:)", "Insets|subscript(_:)")

    def test_static_members_are_told_from_members_of_values(self):
        self.assert_missing("Base|static kind|property\n Base|kind|property\n Base|static name|property",
                            "Base|kind", "Base|static name")

    def test_a_case_is_no_static_property(self):
        self.assert_missing("Insets.Edge|left|case\n Insets.Edge|first|case\n Insets.Edge|static first|property",
                            "Insets.Edge|first")

    def test_types_in_brackets_are_the_parameters_types(self):
        self.assert_missing(
            "Base|draw(_:) [CGRect]|method\n Base|draw(_:) [[CGRect]]|method\n Base|draw(_:) [CGPoint]|method\n"
            "Plain|convert(_:to:) [CGPoint,Space?]|method\n Plain|convert(_:to:) [CGPoint,Space]|method",
            "Base|draw(_:) [CGPoint]", "Plain|convert(_:to:) [CGPoint,Space]")

    def test_overloads_in_brackets_must_all_be_there(self):
        self.assert_missing("Base|draw(_:) [CGRect/[CGRect]]|method\n Base|draw(_:) [CGRect/CGSize]|method",
                            "Base|draw(_:) [CGRect/CGSize]")

    def test_a_remark_in_brackets_is_no_type_but_async_is_asked_for(self):
        self.assert_missing("Base|wait() [KVC]|method\n Base|load() [async]|method\n Base|wait() [async]|method",
                            "Base|wait() [async]")

    def test_what_is_not_public_or_not_available_is_missing(self):
        self.assert_missing("Base|secret()|method\n Base|gone()|method\n Inner.Deep|depth|property",
                            "Base|secret()", "Base|gone()", "Inner.Deep|depth")

    def test_members_of_superclasses_count_also_those_of_foundation(self):
        self.assert_missing("Plain|draw(_:)|method\n Plain|static kind|property\n Plain|isEqual(_:)|method\n"
                            "Plain|isUnequal(_:)|method", "Plain|isUnequal(_:)")

    def test_initializers_count_where_the_language_inherits_them(self):
        self.assert_missing(
            "Plain|init(frame:)|init\n Plain|init(side:)|init\n Closed|init(coder:)|init\n Closed|init(frame:)|init\n"
            "Closed|init(side:)|init\n Closed|init(internally:)|init\n Base|init()|init",
            "Closed|init(frame:)", "Closed|init(side:)", "Closed|init(internally:)", "Base|init()")

    def test_extensions_of_protocols_count_unless_they_are_conditional(self):
        self.assert_missing("Plain|enlarged()|method\n Plain|onlyPlain()|method\n Space|bounds|property\n"
                            "Base|enlarged()|method", "Plain|onlyPlain()", "Base|enlarged()")

    def test_equality_counts_where_a_type_is_equatable(self):
        self.assert_missing("Insets|==(_:_:)|method\n Incomparable|==(_:_:)|method", "Incomparable|==(_:_:)")

    def test_a_type_may_be_an_alias(self):
        self.assert_missing("Padding|top|property\n Padding|bottom|property", "Padding|bottom")

    def test_foundations_own_members_and_ours_on_its_types_count(self):
        self.assert_missing("CGRect|width|property\n CGRect|inset(by:)|method\n CGRect|applying(_:)|method\n"
                            "CGPoint|init(x:y:) [Int]|init\n CGPoint|init(x:y:) [Float]|init",
                            "CGRect|applying(_:)", "CGPoint|init(x:y:) [Float]")

    def test_globals_and_functions_that_became_members(self):
        self.assert_missing(
            "(global: X)|GetContext()|func\n (global: X)|maximumCount|property\n (global: X)|maximumCount()|func\n"
            "(global: X)|CGRect.inset(by:)|func\n (global: X)|NSCoder.insets(for:)|func\n"
            "(global: X)|NSCoder.offset(for:)|func",
            "(global: X)|maximumCount()", "(global: X)|NSCoder.offset(for:)")

    def test_the_table_counts_what_is_there_listed_excepted_and_missing(self):
        _, output, _ = self.run_tool("Base|name|property\n Base|wait()|method\n Base|age|property\n Base|run()|method",
                                     exceptions="Base|age|Views do not age.\n")
        cells = next(line for line in output.splitlines() if "Base" in line).split()
        self.assertEqual(cells, ["Base", "2", "4", "1", "1", "66", "%"])

    def test_missing_lists_the_names_of_a_type(self):
        surface = "Base|name|property\n Base|run()|method\n Base|age|property"
        status, output, _ = self.run_tool(surface, "--missing", "Base", exceptions="Base|age|Views do not age.")
        self.assertEqual((status, output), (0, "run()\n"))

    def test_the_check_passes_when_only_excepted_members_lack(self):
        status, _, complaints = self.run_tool("Base|name|property\n Base|age|property\n Plain|far|property", "--check",
                                              exceptions="Base|age|Views do not age.", complete="Base\n")
        self.assertEqual((status, complaints), (0, ""))

    def test_the_check_fails_when_a_complete_type_lacks_a_member(self):
        status, _, complaints = self.run_tool("Base|name|property\n Base|run()|method", "--check", complete="Base\n")
        self.assertEqual(status, 1)
        self.assertIn("Base must be complete and lacks 1: run()", complaints)

    def test_the_check_fails_on_an_exception_that_exists_or_is_unknown(self):
        surface = "Base|name|property\n Base|wait()|method"
        for member, complaint in [("name", "which exists"), ("size", "does not list")]:
            status, _, complaints = self.run_tool(surface, "--check", exceptions=f"Base|{member}|It is too early.")
            self.assertEqual(status, 1)
            self.assertIn(complaint, complaints)

    def test_the_check_fails_on_a_complete_type_that_is_not_listed(self):
        status, _, complaints = self.run_tool("Base|name|property", "--check", complete="Bass\n")
        self.assertEqual(status, 1)
        self.assertIn("complete.tsv names Bass", complaints)

    def test_an_exception_without_reason_or_twice_is_refused(self):
        for exceptions in ["Base|age|", "Base|age", "Base|age|Why.\nBase|age|Why."]:
            with self.assertRaises(coverage.Fault):
                self.run_tool("Base|age|property", exceptions=exceptions)

    def test_a_member_listed_twice_is_refused(self):
        with self.assertRaises(coverage.Fault):
            self.run_tool("Base|age|property\n Base|age|method")

    def test_only_the_failures_of_swiftpms_own_test_runners_are_forgiven(self):
        runner = "error: Failed to emit symbol graph for 'TileworkPackageTests': Couldn't load module\n"
        self.assertLessEqual(coverage.graph_failures("Building\n" + runner), coverage.TEST_RUNNERS)
        for other in ["error: Failed to emit symbol graph for 'TileViews': why\n", "error: no such module\n"]:
            self.assertFalse(coverage.graph_failures(runner + other) <= coverage.TEST_RUNNERS)
        self.assertFalse(coverage.graph_failures("killed") <= coverage.TEST_RUNNERS)


if __name__ == "__main__":
    unittest.main()
