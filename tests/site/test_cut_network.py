"""A network that is cut between the server and PostgreSQL is noticed as soon as the guide promises."""

import pytest
from cut_network_world import GAMES, NO_NETWORK, network, reachable, tell, told

NOTICED = 25.0  # seconds, in docs/guides/server.md
SPARE = 3.0  # for a busy machine


@pytest.fixture
def cuttable():
    import postgres_world

    if postgres_world.programs() is None or postgres_world.account() is None:
        pytest.skip(postgres_world.NO_POSTGRESQL)
    with network() as made:
        if made is None:
            pytest.skip(NO_NETWORK)
        postgres = postgres_world.Postgres()
        try:
            yield made, reachable(postgres)
        finally:
            postgres.remove()


@pytest.mark.torture
def test_turns_are_refused_in_time_when_packets_vanish_and_kept_once_when_they_arrive_again(cuttable):
    cable, database = cuttable
    site = cable.run("cut_network_client", database)
    try:
        assert told(site) == [[200, None]] * GAMES
        assert told(site) == "a query is under way"
        cable.cut()
        tell(site, "cut")
        under_way, *turns = told(site)
        assert under_way == "store.away"
        assert [said for said, _ in turns] == [[503, "store.away"]] * (GAMES + 1)
        assert max(seconds for _, seconds in turns) < NOTICED + SPARE
        cable.mend()
        tell(site, "mended")
        assert told(site) == [[200, None]] * GAMES
        assert site.wait(60) == 0
    finally:
        site.kill()
        site.wait()
        site.stdin.close()
        site.stdout.close()
