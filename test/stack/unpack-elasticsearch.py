"""unpack-elasticsearch.py ARCHIVE FOLDER: takes Elasticsearch for this machine out of a SonarQube archive."""

import os
import platform
import re
import sys
import zipfile

archive, folder = sys.argv[1:]
# Left out: other systems' files, a start helper for another processor, the Windows and SQL command lines.
other_processor = "aarch64" if platform.machine() == "x86_64" else "x64"
unwanted = re.compile(
    rf"/(darwin|windows)-|/linux-{other_processor}/|\.(bat|exe)$|server-launcher/server-launcher$|windows-service-cli/|elasticsearch-sql-cli"
)
# Modules that a search index does not use; without them the server starts sooner.
unused_modules = (
    "counted-keyword logsdb old-lucene-versions user-agent x-pack-apm-data x-pack-geoip-enterprise-downloader "
    "x-pack-inference x-pack-migrate x-pack-otel-data x-pack-redact"
).split()

with zipfile.ZipFile(archive) as carrier:
    for entry in carrier.infolist():
        path = entry.filename.partition("/")[2]
        if path == "bin/elasticsearch":
            path = "elasticsearch/bin/elasticsearch"
        if not path.startswith("elasticsearch/") or entry.is_dir() or unwanted.search(path):
            continue
        parts = path.split("/")[1:]
        if parts[0] == "modules" and parts[1] in unused_modules:
            continue
        target = os.path.join(folder, *parts)
        os.makedirs(os.path.dirname(target), exist_ok=True)
        with carrier.open(entry) as source, open(target, "wb") as file:
            while block := source.read(1 << 20):
                file.write(block)
        os.chmod(target, 0o755 if parts[0] == "bin" else 0o644)

os.makedirs(os.path.join(folder, "plugins"), exist_ok=True)
