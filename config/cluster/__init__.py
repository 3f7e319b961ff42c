"""Three machines that survive the loss of one: PostgreSQL, Patroni, etcd, HAProxy and Valkey.

`python -m config.cluster` runs all of it on this machine; `python -m config.cluster.files` writes
the same configuration for three.
"""
