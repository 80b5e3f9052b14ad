"""What a designer is reported of an aid."""

from __future__ import annotations

from pathlib import Path

from PIL import Image

from aidgen.pipeline.pack import Pack
from aidgen.serve.routes import describe_design
from aidgen.serve.view import OpenView, ViewId
from aidgen.serve.worker_pool import PreviewPool
from tests.mini import change

BARE = "module: night, contents: [rules.dark]"


def test_the_resolution_of_pictures_and_the_contrast_of_colours_are_reported(
    pack: Path, tmp_path: Path
) -> None:
    Image.new("RGB", (300, 300), "red").save(pack / "assets" / "mine.png")
    shown = BARE.replace("night,", "night, image: {file: mine.png, alt: A den},")
    change(pack, "content/mini/aids.yaml", BARE, shown)
    view = OpenView(ViewId("mini", "deck", "en"), PreviewPool(tmp_path / "out"), lambda _: None)
    reported = describe_design(view, Pack(pack))
    assert isinstance(reported["pictures"], list)
    (picture,) = reported["pictures"]
    assert (picture["file"], picture["record"]) == ("mine.png", "cards.night.front.image")
    inches = max(picture["size"]) / 25.4
    assert picture["dpi"] == round(300 / inches)
    assert picture["sharp"] == (picture["dpi"] >= 297)
    assert isinstance(reported["colours"], list)
    assert reported["colours"][0] == {"name": "ink", "colour": "#335577", "contrast": 7.8}
