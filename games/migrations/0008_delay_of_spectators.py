from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0007_rating_steps'),
    ]

    operations = [
        migrations.AddField(
            model_name='hand',
            name='rail_delay_s',
            field=models.PositiveIntegerField(db_default=0, default=0, help_text='how much later spectators of a delayed table see it'),
        ),
    ]
