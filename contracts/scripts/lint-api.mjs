// Holds ../api/openapi.yaml against Redocly's recommended rules; errors fail. It uses the library alone:
// no network, no telemetry.
import { fileURLToPath } from 'node:url';
import { createConfig, formatProblems, getTotals, lint } from '@redocly/openapi-core';

const ref = fileURLToPath(new URL('../../api/openapi.yaml', import.meta.url));
const config = await createConfig({ extends: ['recommended'] });
const errors = (await lint({ ref, config })).filter((problem) => problem.severity === 'error');
if (errors.length > 0) {
  formatProblems(errors, { format: 'codeframe', totals: getTotals(errors), maxProblems: errors.length });
  process.exitCode = 1;
}
