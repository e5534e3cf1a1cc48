import pathlib
import sys

from drawings import tools

tools.all_drawings()[sys.argv[1]].make(pathlib.Path(sys.argv[2]))
