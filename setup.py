"""What pyproject.toml cannot say: the wheel holds compiled catalogues beside the ``.po`` files, and the example of
the settings."""

import sys
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py

sys.path.insert(0, str(Path(__file__).parent))
from bot.text.catalogue_files import write_compiled


class BuildWithCatalogues(build_py):
    """Compiles the catalogues of the build."""

    def run(self) -> None:
        super().run()
        if not self.editable_mode:
            write_compiled(Path(self.build_lib) / "rules_data" / "text")
            self.copy_file(".env.example", str(Path(self.build_lib) / "bot" / "env.example"))


setup(cmdclass={"build_py": BuildWithCatalogues})
