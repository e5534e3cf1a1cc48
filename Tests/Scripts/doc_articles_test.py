"""What scripts/doc-articles makes of docs/ for the DocC site, and that the site's first page lists all of it."""

import importlib.machinery
import importlib.util
import pathlib
import re
import subprocess
import tempfile
import unittest

TOP = pathlib.Path(__file__).resolve().parents[2]
CATALOG = TOP / "Sources/Umbrella/Tilework/Tilework.docc"

loader = importlib.machinery.SourceFileLoader("doc_articles", str(TOP / "scripts/doc-articles"))
articles = importlib.util.module_from_spec(importlib.util.spec_from_loader("doc_articles", loader))
loader.exec_module(articles)


class LinkTest(unittest.TestCase):
    TEXTS = {
        "a.md": "# A\n\n[there](b.md), [its part](b.md#what-it-s-for), [here](#a), [code](../Sources/X.swift), "
                "[out](https://example.org/b.md), ![seen](seen.png)\n\n```\n[b](b.md)\n```\n",
        "b.md": "# B\n\n## What `it` 's for\n\n```\n# no heading\n```\n",
    }

    def converted(self, name):
        pictures = set()
        return articles.converted(name, self.TEXTS, pictures), pictures

    def test_links_between_articles_are_docc_s(self):
        text, _ = self.converted("a.md")
        self.assertIn("[there](doc:b)", text)
        self.assertIn("[here](doc:a#A)", text)

    def test_what_the_site_lacks_stays_as_text(self):
        text, _ = self.converted("a.md")
        self.assertIn(", code, ", text)
        self.assertIn("[out](https://example.org/b.md)", text)

    def test_code_stays_as_it_is(self):
        self.assertIn("```\n[b](b.md)\n```", self.converted("a.md")[0])

    def test_pictures_come_along(self):
        self.assertEqual(self.converted("a.md")[1], {"seen.png"})

    def test_a_heading_in_code_is_none(self):
        self.assertNotIn("no-heading", articles.headings(self.TEXTS["b.md"]))

    def test_a_link_to_a_heading_that_is_gone_ends_it(self):
        with self.assertRaises(SystemExit) as ended:
            articles.converted("a.md", {"a.md": "[x](b.md#gone)", "b.md": "# B"}, set())
        self.assertIn("docs/a.md: b.md has no heading #gone", str(ended.exception))


class CatalogTest(unittest.TestCase):
    def test_it_lists_every_article(self):
        listed = set(re.findall(r"<doc:([\w-]+)>", (CATALOG / "Tilework.md").read_text()))
        self.assertEqual(listed, {path.stem for path in (TOP / "docs").glob("*.md")})

    def test_it_names_every_library_that_is_documented(self):
        targets = subprocess.run([TOP / "scripts/libraries"], stdout=subprocess.PIPE, text=True, check=True).stdout.split()
        named = set(re.findall(r"^\| `(\w+)` \|", (CATALOG / "Tilework.md").read_text(), re.MULTILINE))
        self.assertEqual(named | {"Tilework"}, set(targets))

    def test_all_of_docs_is_converted_with_its_pictures(self):
        with tempfile.TemporaryDirectory() as folder:
            made = pathlib.Path(folder) / "Articles"
            articles.main(made)
            for path in made.glob("*.md"):
                for isCode, part in articles.prose(path.read_text()):
                    for mark, _, target in [] if isCode else articles.LINK.findall(part):
                        if mark:
                            self.assertTrue((made / target).exists(), f"{path.name}: {target}")
                        else:
                            self.assertRegex(target, r"^(doc|https?):", path.name)


if __name__ == "__main__":
    unittest.main()
