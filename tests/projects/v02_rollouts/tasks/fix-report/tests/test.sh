#!/bin/bash
# Used when the task runs without a grader.
set -euo pipefail

total=$(awk -F, 'NR > 1 { sum += $2 } END { print sum }' /workspace/report.csv)
mkdir -p /logs/verifier
if [ "$total" = "42" ]; then
    echo '{"engineer": 1.0}' > /logs/verifier/reward.json
else
    echo '{"engineer": 0.0}' > /logs/verifier/reward.json
fi
