// `npm run test:browsers` runs the main journeys in Firefox and in WebKit, which every browser on an iPhone uses.
import { existsSync } from 'node:fs';
import { aptGet } from './browser.ts';
import { runStep } from './steps.ts';

const packages: Readonly<Record<string, string>> = {
  '/usr/bin/WebKitWebDriver': 'webkit2gtk-driver',
  '/usr/bin/Xvfb': 'xvfb',
  '/usr/bin/firefox-esr': 'firefox-esr',
};
const missing = Object.entries(packages).flatMap(([file, name]) => (existsSync(file) ? [] : name));
if (missing.length > 0) {
  if (process.getuid?.() !== 0) throw new Error(`These packages are needed: ${missing.join(', ')}`);
  console.log(`Installing ${missing.join(', ')} …`);
  aptGet('update', '-qq');
  aptGet('install', '-y', '-qq', '--no-install-recommends', ...missing);
}
const { ok } = await runStep(
  {
    name: 'browsers',
    run: 'node_modules/vitest/vitest.mjs',
    args: ['run', '--config', 'vitest.browsers.config.ts', ...process.argv.slice(2)],
    env: { E2E_LANE: '4' },
  },
  true,
);
process.exit(ok ? 0 : 1);
