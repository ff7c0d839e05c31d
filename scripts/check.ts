// `npm run check` runs types, lint, format, import rules and the unit tests in about a minute.
import { checks, prepare } from './checks.ts';
import { runSteps } from './steps.ts';

const unit = {
  name: 'unit tests',
  run: 'node_modules/vitest/vitest.mjs',
  args: ['run', '--project', 'rules', '--project', 'unit', '--project', 'process'],
};
// The longest step starts first, because two steps run at a time.
const outcomes = [...(await runSteps([prepare])), ...(await runSteps([unit, ...checks]))];
process.exit(outcomes.every((outcome) => outcome.ok) ? 0 : 1);
