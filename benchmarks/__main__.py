"""`python -m benchmarks` is `python -m benchmarks.bench`."""

from benchmarks.bench import main

main()
