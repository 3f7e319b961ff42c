"""The example policies as a program for the arena.

cd clients/python
python ../../manage.py arena holdem mine hard --program "mine=python -m examples.arena"
"""

from cardhouse_client.arena import play
from examples.policies import decide

if __name__ == "__main__":
    play(decide)
