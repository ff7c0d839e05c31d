// `npm test`: everything. Ends with one line, `N passed, N failed`, of the tests that really ran;
// a check that failed, or a runner that broke before it could report, counts as one failure.
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { midweek, testPorts } from '../tests/e2e/support/stack.ts';
import { findBrowser } from './browser.ts';
import { checks, prepare } from './checks.ts';
import { root } from './sources.ts';
import { runStep, runSteps } from './steps.ts';

const results = path.join(root, '.local', 'results');
rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });

interface Totals {
  passed: number;
  failed: number;
}
const read = (file: string): unknown => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null);

async function vitest(): Promise<Totals> {
  const file = path.join(results, 'vitest.json');
  const run = await runStep(
    {
      name: 'vitest',
      run: 'node_modules/vitest/vitest.mjs',
      args: ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`],
    },
    true,
  );
  const report = read(file) as { numPassedTests: number; numFailedTests: number } | null;
  const failed = report?.numFailedTests ?? 0;
  return { passed: report?.numPassedTests ?? 0, failed: run.ok ? failed : Math.max(failed, 1) };
}

async function playwright(browser: string | undefined): Promise<Totals> {
  const file = path.join(results, 'playwright.json');
  const run = await runStep(
    {
      name: 'playwright',
      run: 'node_modules/@playwright/test/cli.js',
      args: ['test', '--reporter=list,json'],
      env: { PLAYWRIGHT_JSON_OUTPUT_NAME: file, ...(browser ? { CHROMIUM_PATH: browser } : {}) },
    },
    true,
  );
  const report = read(file) as { stats: { expected: number; unexpected: number; flaky: number } } | null;
  const stats = report?.stats;
  const failed = (stats?.unexpected ?? 0) + (stats?.flaky ?? 0);
  return { passed: stats?.expected ?? 0, failed: run.ok ? failed : Math.max(failed, 1) };
}

/** On the stack and the site that the browser tests left: nothing is built again. */
async function budgets(browser: string | undefined): Promise<Totals> {
  const file = path.join(results, 'budget.json');
  const run = await runStep(
    {
      name: 'budgets',
      run: 'scripts/budget.ts',
      args: [`--output=${file}`],
      env: {
        ...testPorts(10_000),
        LOCAL_DIR: path.join(root, '.local', 'e2e'),
        CALENDAR_NOW: midweek(),
        MAINTENANCE_SECONDS: '3600',
        ...(browser ? { CHROMIUM_PATH: browser } : {}),
      },
    },
    true,
  );
  const report = read(file) as Totals | null;
  const failed = report?.failed ?? 0;
  return { passed: report?.passed ?? 0, failed: run.ok ? failed : Math.max(failed, 1) };
}

const browser = await findBrowser();
console.log('Checks');
const drift = { name: 'generated types are current', run: 'scripts/types.ts', args: ['--check'] };
const checked = [...(await runSteps([prepare])), ...(await runSteps([...checks, drift]))];
const parts: Totals[] = [{ passed: 0, failed: checked.filter((outcome) => !outcome.ok).length }];
console.log('\nUnit, local stack, database and functions');
parts.push(await vitest());
console.log('\nBuild and browser');
parts.push(await playwright(browser));
console.log('\nBudgets of every page');
parts.push(await budgets(browser));

const sum = (key: keyof Totals) => parts.reduce((total, part) => total + part[key], 0);
console.log(`\n${sum('passed')} passed, ${sum('failed')} failed`);
process.exit(sum('failed') ? 1 : 0);
