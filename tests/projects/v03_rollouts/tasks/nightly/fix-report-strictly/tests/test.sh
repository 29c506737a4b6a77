#!/bin/bash
# Stricter than the other task's test: the header must have survived as well.
set -euo pipefail

mkdir -p /logs/verifier
if head -n 1 /workspace/report.csv | grep -qx 'room,used' \
    && [ "$(wc -l < /workspace/report.csv)" -eq 4 ]; then
    echo '{"reward": 1.0}' > /logs/verifier/reward.json
else
    echo '{"reward": 0.0}' > /logs/verifier/reward.json
fi
