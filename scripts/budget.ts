// `npm run budget` measures every public page of the built site on a phone, in each language, and fails if a page is
// over its budget (budget/limits.ts). --output=file writes the result as JSON.
import { chromium } from '@playwright/test';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { readStackEnvironment } from '#local/environment.ts';
import { startStack } from '#local/supervisor.ts';
import { browserFlags, findBrowser } from './browser.ts';
import { kilobytes } from '#config/budget.ts';
import { breachesOf, type Cost } from './budget/limits.ts';
import { measure, Stuck } from './budget/measure.ts';
import { builtPages, measuredAddress, translatedPages } from './budget/pages.ts';
import { root } from './sources.ts';

const { values } = parseArgs({ options: { output: { type: 'string' } } });
const local = process.env['LOCAL_DIR'] ?? path.join(root, '.local', 'bench');
const environment = readStackEnvironment({ ...process.env, LOCAL_DIR: local });
const executablePath = await findBrowser();
const stack = await startStack(environment, { say: () => undefined });
const costs = new Map<string, Cost>();
try {
  const launch = () => chromium.launch({ args: browserFlags, ...(executablePath ? { executablePath } : {}) });
  let browser = await launch();
  const site = `http://127.0.0.1:${environment.SITE_PORT}`;
  const siteFiles = new Set([
    site,
    `http://127.0.0.1:${environment.API_PORT}`,
    `ws://127.0.0.1:${environment.API_PORT}`,
  ]);
  for (const page of [...builtPages(environment.LOCAL_DIR), ...translatedPages(environment.LOCAL_DIR)])
    try {
      costs.set(page.address, await measure(browser, site + measuredAddress(page), siteFiles));
    } catch (error) {
      // A stuck browser says nothing about the page, and a new one measures the same sizes.
      if (!(error instanceof Stuck)) throw error;
      console.log(`${error.message}. Once more, in a fresh browser.`);
      await browser.close();
      browser = await launch();
      costs.set(page.address, await measure(browser, site + measuredAddress(page), siteFiles));
    }
  await browser.close();
} finally {
  await stack.stop();
}

const width = Math.max(...[...costs.keys()].map((page) => page.length));
const row = (page: string, cells: readonly string[]) =>
  [page.padEnd(width), ...cells.map((cell) => cell.padStart(12))].join('');
console.log(row('kB', ['HTML+CSS', '(gzip)', 'script', 'fonts', 'pictures', 'strangers', 'shift']));
for (const [page, cost] of costs)
  console.log(
    row(page, [
      ...[cost.html, cost.gzip, cost.script, cost.fonts, cost.pictures].map(kilobytes),
      String(cost.strangers.length),
      cost.shift.toFixed(4),
    ]),
  );
const breaches = [...costs].map(([page, cost]) => breachesOf(page, cost));
for (const line of breaches.flat()) console.error(line);
const failed = breaches.filter((lines) => lines.length > 0).length;
const report = { passed: costs.size - failed, failed, names: breaches.flat() };
if (values.output) writeFileSync(values.output, JSON.stringify(report));
process.exit(failed > 0 || costs.size === 0 ? 1 : 0);
