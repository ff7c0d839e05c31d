// `npm run check` runs types, lint, format, import rules and the unit tests. It repeats a step only for what has
// changed since the step last passed here, and for what depends on that. With `-- --all` it repeats everything, as
// `npm test` does.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { type Check, checks, prepare } from './checks.ts';
import { type Dependents, findDependentsHere } from './dependents.ts';
import { differences, lastPassed, rememberPassed, snapshotNow } from './passed-steps.ts';
import { root } from './sources.ts';
import { runSteps, type Step } from './steps.ts';

const unit: Check = {
  name: 'unit tests',
  run: 'node_modules/vitest/vitest.mjs',
  args: ['run', '--project', 'rules', '--project', 'unit', '--project', 'process'],
  pick: ({ files, readingTests }) =>
    [...new Set([...files, ...readingTests])].filter((file) =>
      /^tests\/(rules|unit|process)\/.*\.test\.tsx?$/.test(file),
    ),
};
/** If a change concerns more files than this, checking all files is as fast. */
const mostPicked = 400;

const repeatsAll = process.argv.includes('--all');
const snapshot = snapshotNow();
const dependentsOf = new Map<string, Dependents>();

/** Files that decide what a check does: packages, configuration and the checks themselves. */
const isConfiguration = (file: string) =>
  !file.includes('/')
    ? !file.endsWith('.md')
    : /^(scripts\/|tests\/support\/global|studio\/[^/]+\.json$)/.test(file);

/** Returns what a step has to do now, which is all of it, a part of it, or nothing (null). */
function narrow({ about = /./, pick, ...step }: Check): Step | null {
  const before = repeatsAll ? null : lastPassed(step.name);
  if (!before) return step;
  const changed = differences(before, snapshot);
  if (changed.length === 0) return null;
  if (changed.some(isConfiguration)) return step;
  const key = changed.join('\n');
  const dependents = dependentsOf.get(key) ?? findDependentsHere(changed);
  dependentsOf.set(key, dependents);
  if (![...dependents.files].some((file) => about.test(file))) return null;
  if (!pick) return step;
  const picked = pick(dependents).filter((file) => existsSync(path.join(root, file)));
  if (picked.length === 0) return null;
  return picked.length > mostPicked ? step : { ...step, args: [...(step.args ?? []), ...picked] };
}

async function run(all: Check[]): Promise<boolean> {
  const steps = all.flatMap((check) => narrow(check) ?? []);
  const outcomes = await runSteps(steps);
  const failed = new Set(outcomes.filter(({ ok }) => !ok).map(({ name }) => name));
  for (const { name } of all) if (!failed.has(name)) rememberPassed(name, snapshot);
  const skipped = all.length - steps.length;
  if (skipped > 0) console.log(`  ${skipped} unchanged since they passed`);
  return failed.size === 0;
}

// The longest step starts first, because two steps run at a time.
const isPrepared = await run([prepare]);
process.exit((await run([unit, ...checks])) && isPrepared ? 0 : 1);
