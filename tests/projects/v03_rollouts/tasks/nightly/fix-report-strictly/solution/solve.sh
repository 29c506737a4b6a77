#!/bin/bash
set -euo pipefail

awk '!seen[$0]++' /workspace/report.csv > /tmp/report.csv
mv /tmp/report.csv /workspace/report.csv
