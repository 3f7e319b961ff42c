#!/bin/sh
# A base backup in $BACKUPS/base, checked and named as `manage.py backup` does, and the latest $KEEP
# left with what they need of the archive in $BACKUPS/wal. For the database's own image, which has
# PostgreSQL's programs and no others.
set -eu
umask 077
mkdir -p "$BACKUPS/base"
cd "$BACKUPS/base"
rm -rf ./*.part
pg_basebackup --pgdata=new.part --checkpoint=fast --wal-method=stream --manifest-checksums=SHA256
pg_verifybackup --quiet new.part
mv new.part "$(date -u +%Y%m%dT%H%M%S.%6NZ)"
for old in $(ls -d [0-9]*Z | sort | head -n "-$KEEP"); do
  rm -rf "$old"
done
oldest=$(ls -d [0-9]*Z | sort | head -n 1)
first=$(sed -n 's/^START WAL LOCATION: .*(file \([0-9A-F]*\))$/\1/p' "$oldest/backup_label")
pg_archivecleanup -x .gz "$BACKUPS/wal" "$first"
