import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** The headless shell comes first, because it needs a fifth less CPU time for the same pages. */
const usual = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

export const usualBrowser = () => usual.find((path) => existsSync(path));

/**
 * Returns the path of a Chromium for tests, or undefined for Playwright's own. As root on Debian it is installed if
 * it is missing.
 */
export async function findBrowser(): Promise<string | undefined> {
  const named = process.env['CHROMIUM_PATH'];
  if (named) {
    if (!existsSync(named)) throw new Error(`CHROMIUM_PATH names ${named}, which is not there.`);
    return named;
  }
  const found = usualBrowser();
  if (found) return found;
  const { chromium } = await import('@playwright/test');
  if (existsSync(chromium.executablePath())) return undefined;
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    const installed = installBrowser();
    if (installed) return installed;
  }
  throw new Error(
    'No browser: set CHROMIUM_PATH, install Chromium, or run `npx playwright install chromium`.',
  );
}

export const aptGet = (...args: string[]): Buffer =>
  execFileSync('apt-get', args, {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });

/** Older releases of Debian have only the full browser, not the headless shell. */
function installBrowser(): string | undefined {
  aptGet('update', '-qq');
  for (const name of ['chromium-headless-shell', 'chromium'])
    try {
      console.log(`Installing Debian’s ${name} …`);
      aptGet('install', '-y', '-qq', '--no-install-recommends', name);
      return `/usr/bin/${name}`;
    } catch (failure) {
      console.log(`${name}: ${failure instanceof Error ? failure.message : String(failure)}`);
    }
  return undefined;
}

/** Flags for a quiet browser without network services. Root cannot use Chromium's sandbox. */
export const browserFlags = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/**
 * A new renderer for each page costs more time than the page, so tests share renderers. Benchmarks measure without
 * these flags.
 */
export const thriftyFlags = ['--renderer-process-limit=1', '--js-flags=--single-threaded'];
