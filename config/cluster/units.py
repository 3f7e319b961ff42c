"""The files of the programs on machines of one's own: units of systemd and more. Pure."""

APP = """\
# Of web processes and dealers, the same on each machine; docs/operations.md has all settings.
DJANGO_SETTINGS_MODULE=config.settings.production
DATABASE_URL={database}
REPLICA_URL={replica}
VALKEY_URL={valkey}
ALLOWED_ORIGINS=https://{host}
# Caddy and HAProxy.
TRUSTED_PROXIES=2
SECRET_KEY={secret_key}
DECK_KEY={deck_key}
FAIR_KEY={fair_key}
VAPID_KEY={vapid_key}
STATIC_ROOT=/opt/cardhouse/staticfiles
STATIC_KEPT=/var/lib/cardhouse-static
"""

MIGRATE = """\
# Of `manage.py migrate` alone.
OWNER_DATABASE_URL={owner}
"""

CADDY = """\
# Caddy, the same on each machine: ends TLS. HAProxy chooses the web process.
{host} {{
	request_body {{
		max_size 1MB
	}}
	reverse_proxy {site} {{
		header_up X-Request-ID {{http.request.uuid}}
	}}
}}
"""

_CONFINED = """\
NoNewPrivileges=yes
ProtectSystem=strict
ProtectHome=yes
PrivateTmp=yes
PrivateDevices=yes
RestrictSUIDSGID=yes
LockPersonality=yes
"""

_APP_UNIT = (
    """\
User=cardhouse
WorkingDirectory=/opt/cardhouse/app
EnvironmentFile=/etc/cardhouse/machine.env
EnvironmentFile=/etc/cardhouse/app.secret.env
ReadWritePaths=-/var/lib/cardhouse-static
"""
    + _CONFINED
)

ETCD_UNIT = (
    """\
[Unit]
Description=Cardhouse: etcd, which knows the primary
After=network-online.target
Wants=network-online.target

[Service]
Type=notify
User=etcd
EnvironmentFile=/etc/cardhouse/machine.env
ExecStart=/usr/bin/etcd
ReadWritePaths=/var/lib/etcd
Restart=always
RestartSec=1
LimitNOFILE=65536
"""
    + _CONFINED
    + """
[Install]
WantedBy=multi-user.target
"""
)

PATRONI_UNIT = """\
[Unit]
Description=Cardhouse: PostgreSQL under Patroni
After=network-online.target cardhouse-etcd.service
Wants=network-online.target

[Service]
User=postgres
EnvironmentFile=/etc/cardhouse/machine.env
EnvironmentFile=/etc/cardhouse/servers.secret.env
RuntimeDirectory=cardhouse
StateDirectory=cardhouse
StateDirectoryMode=0700
ExecStart=/opt/cardhouse/patroni/bin/patroni /etc/cardhouse/patroni.yml
ExecReload=/bin/kill -HUP $MAINPID
# PostgreSQL outlives a Patroni that dies, and the next one takes it over.
KillMode=process
TimeoutStopSec=60
Restart=always
RestartSec=1
NoNewPrivileges=yes
ProtectHome=yes

[Install]
WantedBy=multi-user.target
"""

HAPROXY_UNIT = """\
[Unit]
Description=Cardhouse: HAProxy, which leads to the primary
After=network-online.target
Wants=network-online.target

[Service]
Type=notify
User=haproxy
ExecStartPre=/usr/sbin/haproxy -c -q -f /etc/cardhouse/haproxy.cfg
ExecStart=/usr/sbin/haproxy -Ws -f /etc/cardhouse/haproxy.cfg
ExecReload=/bin/kill -USR2 $MAINPID
KillMode=mixed
LimitNOFILE=65536
Restart=always
RestartSec=1
NoNewPrivileges=yes
ProtectHome=yes

[Install]
WantedBy=multi-user.target
"""

VALKEY_UNIT = (
    """\
[Unit]
Description=Cardhouse: Valkey (the first two machines)
After=network-online.target
Wants=network-online.target

[Service]
User=valkey
EnvironmentFile=/etc/cardhouse/machine.env
ExecStart=/usr/bin/valkey-server /etc/cardhouse/valkey.conf --bind ${MACHINE_ADDRESS} \\
    --include /etc/cardhouse/valkey.secret.conf
Restart=always
RestartSec=1
"""
    + _CONFINED
    + """
[Install]
WantedBy=multi-user.target
"""
)

WEB_UNIT = (
    """\
[Unit]
Description=Cardhouse: web process
After=cardhouse-haproxy.service

[Service]
ExecStart=/opt/cardhouse/venv/bin/python manage.py web --host ${MACHINE_ADDRESS} --port 8001
TimeoutStopSec=20
Restart=always
RestartSec=1
"""
    + _APP_UNIT
    + """
[Install]
WantedBy=multi-user.target
"""
)

DEALER_UNIT = (
    """\
[Unit]
Description=Cardhouse: dealer
After=cardhouse-haproxy.service

[Service]
ExecStart=/opt/cardhouse/venv/bin/python manage.py dealer
TimeoutStopSec=20
Restart=always
RestartSec=1
"""
    + _APP_UNIT
    + """
[Install]
WantedBy=multi-user.target
"""
)

MIGRATE_UNIT = (
    """\
[Unit]
Description=Cardhouse: tables and static files of this version; on one machine
After=cardhouse-haproxy.service

[Service]
Type=oneshot
EnvironmentFile=/etc/cardhouse/migrate.secret.env
ExecStart=/opt/cardhouse/venv/bin/python manage.py migrate --noinput
"""
    + _APP_UNIT
)

UNITS = {
    "cardhouse-etcd.service": ETCD_UNIT,
    "cardhouse-patroni.service": PATRONI_UNIT,
    "cardhouse-haproxy.service": HAPROXY_UNIT,
    "cardhouse-valkey.service": VALKEY_UNIT,
    "cardhouse-web.service": WEB_UNIT,
    "cardhouse-dealer.service": DEALER_UNIT,
    "cardhouse-migrate.service": MIGRATE_UNIT,
}
