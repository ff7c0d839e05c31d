// Runs Lighthouse on every public page of the built site, served as hosts do: mobile, median of five runs. Pages in
// other languages are measured if they are requested.
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import postgres from 'postgres';
import { readStackEnvironment } from '#local/environment.ts';
import { startStack } from '#local/supervisor.ts';
import { browserFlags, findBrowser } from '../browser.ts';
import { type BuiltPage, builtPages, translatedPages } from '../budget/pages.ts';
import { root } from '../sources.ts';
import { serveAsHosted } from './as-hosted.ts';
import { median } from './figures.ts';

const targets = { performance: 99, accessibility: 100, 'best-practices': 100, seo: 100 } as const;
const RUNS = 5;
const LARGEST_PAINT_MS = 1100;

/** A page with two addresses is measured only at its canonical address. */
const isAlias = ({ address, html }: BuiltPage) => {
  const canonical = /<link rel="canonical" href="([^"]+)"/.exec(html)?.[1];
  return canonical !== undefined && new URL(canonical).pathname !== address;
};
const isHidden = ({ html }: BuiltPage) => html.includes('<meta name="robots" content="noindex');

type Category = keyof typeof targets;
interface Result {
  scores: Record<Category, number>;
  timings: Record<string, number>;
}

interface Report {
  categories: Partial<Record<Category, { score: number | null }>>;
  audits: Record<string, { numericValue?: number }>;
}

/**
 * Only this command needs the package, so npm downloads it at the first use instead of installing it with the
 * project.
 */
const lighthouse = 'lighthouse@13.5.0';

async function measure(address: string, chromePath: string | undefined): Promise<Result> {
  const flags = ['--headless=new', '--ignore-certificate-errors', ...browserFlags].join(' ');
  const args = ['exec', '--yes', `--package=${lighthouse}`, '--', 'lighthouse', address];
  const { stdout } = await promisify(execFile)(
    'npm',
    [...args, '--output=json', '--quiet', `--chrome-flags=${flags}`],
    {
      env: { ...process.env, ...(chromePath ? { CHROME_PATH: chromePath } : {}) },
      maxBuffer: 64 * 1024 * 1024,
      shell: process.platform === 'win32',
    },
  );
  const { categories, audits } = JSON.parse(stdout) as Report;
  const score = (name: Category) => Math.round((categories[name]?.score ?? 0) * 100);
  const value = (name: string) => audits[name]?.numericValue ?? 0;
  return {
    scores: {
      performance: score('performance'),
      accessibility: score('accessibility'),
      'best-practices': score('best-practices'),
      seo: score('seo'),
    },
    timings: {
      'FCP ms': value('first-contentful-paint'),
      'LCP ms': value('largest-contentful-paint'),
      'TBT ms': value('total-blocking-time'),
      'CLS ×1000': value('cumulative-layout-shift') * 1000,
      bytes: value('total-byte-weight'),
    },
  };
}

interface LocalSite {
  address: string;
  dir: string;
  sql: postgres.Sql;
  environment: Record<string, string>;
}

const HOSTED_PORT = 4443;

/** Runs the built site on a separate local stack with demo data. `asHosted` serves it over HTTP/2 and TLS. */
export async function withSite<T>(run: (site: LocalSite) => Promise<T>, asHosted = false): Promise<T> {
  const SITE_FRONT = asHosted ? `https://127.0.0.1:${HOSTED_PORT}` : '';
  const LOCAL_DIR = path.join(root, '.local', 'bench');
  const env = readStackEnvironment({ ...process.env, LOCAL_DIR, SITE_FRONT });
  const stack = await startStack(env, { say: () => undefined });
  const sql = postgres(stack.environment['DATABASE_URL'] ?? '', { max: 1, onnotice: () => undefined });
  let front: Awaited<ReturnType<typeof serveAsHosted>> | null = null;
  try {
    const { environment } = stack;
    if (asHosted) front = await serveAsHosted(HOSTED_PORT, env.SITE_PORT);
    return await run({ address: environment['SITE_URL'] ?? '', dir: env.LOCAL_DIR, sql, environment });
  } finally {
    await sql.end({ timeout: 1 });
    await front?.stop();
    await stack.stop();
  }
}

/** Returns lines about low scores. A page with `noindex` is not judged by its SEO score. */
export async function benchSite(only: readonly string[]): Promise<string[]> {
  const browser = await findBrowser();
  return withSite(async (site) => {
    const below: string[] = [];
    const all = [...builtPages(site.dir), ...translatedPages(site.dir)];
    const requested =
      only.length === 0 ? builtPages(site.dir) : all.filter(({ address }) => only.includes(address));
    const pages = requested.filter((page) => !isAlias(page));
    console.log('performance / accessibility / best practices / SEO');
    for (const page of pages) {
      const { address } = page;
      const runs: Result[] = [];
      for (let run = 0; run < RUNS; run++) runs.push(await measure(site.address + address, browser));
      const categories = Object.keys(targets) as Category[];
      const scores = categories.map((name) => median(runs.map((run) => run.scores[name])));
      const timing = (name: string) => Math.round(median(runs.map((run) => run.timings[name] ?? 0)));
      const timings = Object.keys(runs[0]?.timings ?? {}).map((name) => `${name} ${timing(name)}`);
      console.log(`${address.padEnd(28)} ${scores.join(' / ')}   ${timings.join('  ')}`);
      if (!isHidden(page) && timing('LCP ms') > LARGEST_PAINT_MS)
        below.push(`${address} largest paint: ${timing('LCP ms')} ms, wanted ${LARGEST_PAINT_MS}`);
      categories.forEach((name, at) => {
        if (name === 'seo' && isHidden(page)) return;
        if ((scores[at] ?? 0) < targets[name])
          below.push(`${address} ${name}: ${scores[at]}, wanted ${targets[name]}`);
      });
    }
    return below;
  }, true);
}
