"""Names are compared by what they look like as a whole: every key is made anew.

Where two people have the same name to the eye now, the older one gets the key; the younger one
keeps the name and is found by the former key.
"""

from django.db import migrations

from accounts import names


def new_keys(apps, schema_editor):
    User = apps.get_model("accounts", "User")
    people = list(User.objects.order_by("date_joined", "id").only("id", "name", "name_key"))
    taken, moved = set(), []
    for person in people:
        key = names.name_key(person.name)
        if key in taken:
            key = names.former_key(person.name)
        taken.add(key)
        if key != person.name_key:
            moved.append((person, key))
    # Two steps, since the new key of one may be the old key of another.
    for person, _ in moved:
        person.name_key = f"#{person.pk}"
    User.objects.bulk_update([person for person, _ in moved], ["name_key"], batch_size=2_000)
    for person, key in moved:
        person.name_key = key
    User.objects.bulk_update([person for person, _ in moved], ["name_key"], batch_size=2_000)


class Migration(migrations.Migration):

    dependencies = [
        ("accounts", "0010_audit_marks"),
    ]

    operations = [
        migrations.RunPython(new_keys, migrations.RunPython.noop, elidable=True),
    ]
