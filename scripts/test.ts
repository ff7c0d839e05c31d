// `npm test` runs everything, `npm test -- words` the files whose path contains a word, and `npm test -- --changed`
// what the changes in this folder can break (changed.ts). The last line counts the tests that really ran. A failed
// check counts as one failure, and so does a runner that broke before it could report.
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { lanePorts, midweek } from '../tests/e2e/support/stack.ts';
import { findBrowser } from './browser.ts';
import { affectedHere } from './changed.ts';
import { checks, prepare } from './checks.ts';
import { root, sources } from './sources.ts';
import { runStep, runSteps } from './steps.ts';

const changes = process.argv[2] === '--changed' ? affectedHere() : null;
const words = changes ? changes.specs : process.argv.slice(2);
const results = path.join(root, '.local', 'results');
rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });

interface Totals {
  passed: number;
  failed: number;
  /** Names of failed tests. They are printed again at the end, because the output before is long. */
  names?: string[];
  pages?: string[];
}
interface VitestReport {
  numPassedTests: number;
  testResults: {
    name: string;
    status: string;
    message: string;
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[];
  }[];
}
interface Suite {
  specs: {
    ok: boolean;
    title: string;
    file: string;
    line: number;
    tests: {
      results: { errors: { message?: string }[]; attachments: { name: string; path?: string }[] }[];
    }[];
  }[];
  suites?: Suite[];
}
interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number };
  suites: Suite[];
  /** Errors outside tests, such as a stack that did not start. */
  errors: { message?: string }[];
}
/** The first lines of an error say what the test waited for. They are printed without colours. */
const firstLines = (text: string) => stripVTControlCharacters(text).trim().split('\n').slice(0, 12);

const indent = (lines: string[]) => lines.map((line) => `\n    ${line}`).join('');

const failedSpecs = ({ specs, suites = [] }: Suite): string[] => [
  ...specs
    .filter(({ ok }) => !ok)
    .map(({ file, line, title, tests }) => {
      const errors = tests.flatMap(({ results }) => results).flatMap(({ errors }) => errors);
      return `${file}:${line}: ${title}${indent(errors.flatMap(({ message = '' }) => firstLines(message)))}`;
    }),
  ...suites.flatMap(failedSpecs),
];

const failedPages = ({ specs, suites = [] }: Suite): string[] => [
  ...specs.flatMap(({ title, tests }) =>
    tests
      .flatMap(({ results }) => results)
      .flatMap(({ attachments }) => attachments)
      .flatMap(({ name, path: file = '' }) => (name === 'pages' && existsSync(file) ? file : []))
      .map((file) => `${title}\n${readFileSync(file, 'utf8').slice(0, 6_000)}`),
  ),
  ...suites.flatMap(failedPages),
];

const read = (file: string): unknown => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null);

async function vitest(which: string[], name = 'vitest'): Promise<Totals> {
  const file = path.join(results, `${name}.json`);
  const run = await runStep(
    {
      name,
      run: 'node_modules/vitest/vitest.mjs',
      args: ['run', ...which, '--reporter=default', '--reporter=json', `--outputFile.json=${file}`],
    },
    true,
  );
  const report = read(file) as VitestReport | null;
  // A file that fails as a whole, e.g. before its first test, counts as one.
  const names = report?.testResults.flatMap(({ name, status, message, assertionResults }) => {
    const tests = assertionResults.filter((test) => test.status === 'failed');
    const failedFile = status === 'failed' && tests.length === 0 ? [message] : [];
    return [
      ...tests.map(({ fullName, failureMessages }) => fullName + indent(failureMessages.flatMap(firstLines))),
      ...failedFile,
    ].map((what) => `${path.relative(root, name)}: ${what}`);
  });
  return {
    passed: report?.numPassedTests ?? 0,
    failed: Math.max(names?.length ?? 0, run.ok ? 0 : 1),
    names: names ?? ['vitest did not report'],
  };
}

interface Lane {
  projects: string[];
  /** Selects one half of the phone's specs (playwright.config.ts). */
  phone?: 'first' | 'second';
  /** Selects a few of the desktop's specs, or all others. */
  desktop?: 'few' | 'others';
}

/**
 * The lanes run at the same time and take about equally long. Three lanes keep two cores busy; with
 * two lanes, the cores would wait a fifth of the time.
 */
const lanes: Lane[] = [
  { projects: ['phone', 'desktop'], phone: 'first', desktop: 'few' },
  { projects: ['phone', 'studio'], phone: 'second' },
  { projects: ['desktop', 'stack'], desktop: 'others' },
];

async function playwright(
  browser: string | undefined,
  { projects, phone, desktop }: Lane,
  lane: number,
): Promise<Totals> {
  const file = path.join(results, `playwright-${lane}.json`);
  const run = await runStep(
    {
      name: 'playwright',
      run: 'node_modules/@playwright/test/cli.js',
      args: [
        'test',
        ...words,
        '--pass-with-no-tests',
        '--reporter=list,json',
        ...projects.map((project) => `--project=${project}`),
      ],
      env: {
        PLAYWRIGHT_JSON_OUTPUT_NAME: file,
        E2E_LANE: String(lane),
        ...(phone ? { PHONE_SPECS: phone } : {}),
        ...(desktop ? { DESKTOP_SPECS: desktop } : {}),
        // Building Studio takes a minute on two cores, so only the lane that tests Studio does it. For the same
        // reason, only the lane with the test of languages builds them (flows/languages.spec.ts).
        TEST_LANGUAGES: phone === 'first' ? '1' : '0',
        TEST_STUDIO: projects.includes('studio') && testsStudio ? '1' : '0',
        ...(browser ? { CHROMIUM_PATH: browser } : {}),
      },
    },
    true,
  );
  const report = read(file) as PlaywrightReport | null;
  const stats = report?.stats;
  const failed = (stats?.unexpected ?? 0) + (stats?.flaky ?? 0);
  return {
    passed: stats?.expected ?? 0,
    failed: run.ok ? failed : Math.max(failed, 1),
    names: report
      ? [
          ...report.suites.flatMap(failedSpecs),
          ...report.errors.map(({ message = 'no test ran' }) => message),
        ]
      : ['playwright did not report'],
    pages: report?.suites.flatMap(failedPages) ?? [],
  };
}

async function budgets(browser: string | undefined): Promise<Totals> {
  const file = path.join(results, 'budget.json');
  const run = await runStep(
    {
      name: 'budgets',
      run: 'scripts/budget.ts',
      args: [`--output=${file}`],
      env: {
        ...lanePorts,
        // The tests of the lane have made camps and changed content, so the pages of the seed are built again.
        LOCAL_DIR: path.join(root, '.local', 'budget'),
        CALENDAR_NOW: midweek(),
        MAINTENANCE_SECONDS: '3600',
        ...(browser ? { CHROMIUM_PATH: browser } : {}),
      },
    },
    true,
  );
  const report = read(file) as Totals | null;
  const failed = report?.failed ?? 0;
  return {
    passed: report?.passed ?? 0,
    failed: run.ok ? failed : Math.max(failed, 1),
    names: report?.names ?? ['budgets did not report'],
  };
}

async function check(): Promise<Totals> {
  // This check takes about as long as the first of the others, and the longest steps start first.
  const drift = { name: 'generated types are current', run: 'scripts/types.ts', args: ['--check'] };
  const checked = [...(await runSteps([prepare])), ...(await runSteps([drift, ...checks]))];
  const broken = checked.filter((outcome) => !outcome.ok).map(({ name }) => name);
  return { passed: 0, failed: broken.length, names: broken };
}

const named = (folder: string, ending: RegExp) =>
  sources([folder], ending).some(({ file }) => words.some((word) => file.includes(word)));
const isWhole = words.length === 0 && !changes;
const testsStudio = isWhole || named('tests/e2e/studio', /\.spec\.ts$/);
const parts: Totals[] = [];
async function part(title: string, run: () => Promise<Totals | Totals[]>): Promise<void> {
  const began = performance.now();
  console.log(`\n${title}`);
  parts.push(...[await run()].flat());
  console.log(`${title}: ${Math.round((performance.now() - began) / 1000)} s`);
}

if (isWhole || changes) await part('Checks', check);
if (changes) {
  await part('Tests that import what was changed', () =>
    vitest(['--passWithNoTests', '--changed', changes.base]),
  );
  if (changes.projects.length > 0)
    await part('Tests of the database and the functions', () =>
      vitest(
        changes.projects.map((project) => `--project=${project}`),
        'server',
      ),
    );
} else if (isWhole || named('tests', /\.test\.tsx?$/))
  await part('Unit, local stack, database and functions', () => vitest(words));
if (isWhole || named('tests/e2e', /\.spec\.ts$/)) {
  const browser = await findBrowser();
  // The budgets need the ports of the first lane, so they follow it while the others continue.
  await part('Build, browser and budgets', async () => {
    const [first, ...others] = lanes.map((lane, at) => playwright(browser, lane, at + 1));
    const budgetRun = isWhole ? first?.then(() => budgets(browser)) : undefined;
    return Promise.all([first, budgetRun, ...others].filter((totals) => totals !== undefined));
  });
}
if (parts.length === 0) console.log(`No test file has ${words.join(' or ')} in its path.`);

const names = parts.flatMap((part) => part.names ?? []);
const pages = parts.flatMap((part) => part.pages ?? []);
if (pages.length > 0) console.log(`\nWhat the page showed:\n${pages.slice(0, 5).join('\n')}`);
if (names.length > 0) console.log(`\nFailed:\n${names.map((name) => `  ${name}`).join('\n')}`);
const sum = (key: 'passed' | 'failed') => parts.reduce((total, part) => total + part[key], 0);
console.log(`\n${sum('passed')} passed, ${sum('failed')} failed`);
process.exit(sum('failed') || sum('passed') === 0 ? 1 : 0);
