#!/bin/sh
# Fills the corpora of the fuzz targets from the vectors.
set -eu
cd "$(dirname "$0")"
mkdir -p corpus/container corpus/json corpus/verify
find ../vectors -name '*.bundle.tar.gz' | sort | while read -r bundle; do
    name=$(basename "$bundle" .bundle.tar.gz)
    { printf '\0'; cat "$bundle"; } >"corpus/container/$name.gz"
    if gzip -cd "$bundle" >archive.tmp 2>/dev/null; then
        { printf '\1'; cat archive.tmp; } >"corpus/container/$name.tar"
        if tar -xOf archive.tmp events.ndjson >events.tmp 2>/dev/null; then
            cp events.tmp "corpus/verify/$name"
            head -n 1 events.tmp >"corpus/json/$name"
            tar -xOf archive.tmp manifest.json >"corpus/json/$name.manifest" 2>/dev/null || true
        fi
    fi
done
rm -f archive.tmp events.tmp
