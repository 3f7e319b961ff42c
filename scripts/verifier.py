"""Write the standalone verifier: one HTML file that checks hand records without a network.

    python scripts/verifier.py    writes static/fair/verify.html from the modules of static/js/fair

Run it again when one of these modules has changed; a test compares the result.
"""

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
MODULES = ROOT / "static/js/fair"
TARGET = ROOT / "static/fair/verify.html"
PARTS = ("sha256", "hashes", "tfair1", "cards", "days", "record")
_IMPORT = re.compile(
    r"^import (?:\* as (?P<whole>\w+)|(?P<names>\{[^}]*\})) from \"\./(?P<source>\w+)\.js\";\n",
    re.MULTILINE,
)
_EXPORT = re.compile(r"^export ((?:async )?(?:const|function|class) (\w+))", re.MULTILINE)

PAGE = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Cardhouse: check a hand</title>
<style>
  body {{ max-width: 46rem; margin: 3rem auto; padding: 0 1rem; font: 1.05rem/1.5 sans-serif; }}
  li {{ margin: .4rem 0; }}
  .good {{ color: #166534; }}
  .bad {{ color: #b91c1c; font-weight: bold; }}
</style>
<h1>Check a hand</h1>
<p>Save this page, go offline, and choose hand records (the JSON download on each hand's page).
Everything is computed in your browser; nothing is sent anywhere.</p>
<p><input type="file" id="files" accept=".json,application/json" multiple></p>
<ul id="found"></ul>
<script type="module">
{code}
document.getElementById("files").addEventListener("change", async (event) => {{
  const list = document.getElementById("found");
  list.replaceChildren();
  for (const file of event.target.files) {{
    const row = document.createElement("li");
    list.append(row);
    try {{
      const found = await recordModule.checkRecord(JSON.parse(await file.text()));
      row.textContent = `${{file.name}}: ${{recordModule.foundText(found)}}.`;
      row.className = "good";
    }} catch (error) {{
      row.textContent = `${{file.name}}: failed the check. ${{error.message}}.`;
      row.className = "bad";
    }}
  }}
}});
</script>
</html>
"""


def part(name: str) -> str:
    """A module as an object of its exports; its imports are the objects before it."""
    text = (MODULES / f"{name}.js").read_text().replace("// @ts-check\n", "", 1)

    def take(found: re.Match[str]) -> str:
        wanted = found["whole"] or found["names"]
        return f"const {wanted} = {found['source']}Module;\n"

    text = _IMPORT.sub(take, text)
    names = [found[2] for found in _EXPORT.finditer(text)]
    body = _EXPORT.sub(r"\1", text)
    return f"const {name}Module = (() => {{\n{body}return {{ {', '.join(names)} }};\n}})();\n"


def page() -> str:
    """The whole file."""
    return PAGE.format(code="".join(map(part, PARTS)))


if __name__ == "__main__":
    TARGET.parent.mkdir(exist_ok=True)
    TARGET.write_text(page())
