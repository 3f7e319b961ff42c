"""The services of each process: SQL in pipelines, the cache, Valkey, worker pools."""
