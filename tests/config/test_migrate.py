"""`manage.py migrate` on data of another version."""

import pytest
from django.core.management import CommandError, call_command
from django.db.migrations.recorder import MigrationRecorder


@pytest.mark.django_db
def test_data_of_another_version_is_refused_in_one_sentence(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    applied = MigrationRecorder.applied_migrations
    older = {("accounts", "0014_player_notes"): None, ("lobby", "0016_hosts"): None}
    monkeypatch.setattr(
        MigrationRecorder, "applied_migrations", lambda recorder: {**applied(recorder), **older}
    )
    with pytest.raises(CommandError, match=r"move the folder \.data away") as refused:
        call_command("migrate", verbosity=0)
    assert "accounts.0014_player_notes" in str(refused.value)
