"""`python -m byways`: the program `byways`, also where its folder is not on the PATH."""

import sys

from byways.cli import main

if __name__ == "__main__":
    sys.exit(main())
