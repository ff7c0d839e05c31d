import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { Builds } from '#local/site/builds.ts';
import { reasonOf, type ReportBuild } from '#scripts/content-report.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] }));
afterEach(() => void vi.useRealTimers());

const buildError =
  'ContentError  pass “Term” (pass-term) has the price S$0\n  https://studio.test/intent/edit/id=pass-term;type=pass\n';

/** Returns a builder whose builds end when the test says so. `content` is what a build would read now. */
function builder() {
  const dir = mkdtempSync(path.join(tmpdir(), 'builds-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  const reports: string[][] = [];
  /** The build in use at each report. */
  const upAt: { result: string; up: string | null }[] = [];
  const running: { outDir: string; end: (code: number) => void }[] = [];
  const state = { content: 'first' };
  const builds = new Builds(dir, {
    fingerprint: () => Promise.resolve(state.content),
    build: (outDir) =>
      new Promise((resolve) => {
        mkdirSync(outDir);
        writeFileSync(path.join(outDir, 'index.html'), state.content);
        running.push({ outDir, end: (code) => resolve({ code, text: code === 0 ? '' : buildError }) });
      }),
    reporter: () => {
      const ownReports: string[] = [];
      reports.push(ownReports);
      const report: ReportBuild = (result, reason) => {
        ownReports.push(reason ? `${result}: ${reason}` : result);
        upAt.push({ result, up: builds.currentDir });
        return Promise.resolve();
      };
      return { id: `build-${reports.length}`, report };
    },
  });
  const failures: unknown[] = [];
  const publish = (content: string) => {
    state.content = content;
    builds.ask((error) => failures.push(error));
  };
  /** Advances the clock and runs the waiting work. */
  const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
  const end = async (code = 0) => {
    running.at(-1)?.end(code);
    await pass(0);
  };
  return { dir, builds, reports, upAt, running, failures, publish, pass, end };
}

describe('publishing', () => {
  test('causes one build if it happens several times in a row', async () => {
    const { builds, running, reports, upAt, publish, pass, end } = builder();
    for (let n = 0; n < 10; n++) {
      publish(`price ${n}`);
      await pass(100);
    }
    expect(running).toHaveLength(0);
    await pass(500);
    await end();
    await pass(10_000);
    expect(running).toHaveLength(1);
    expect(reports).toEqual([['building', 'built']]);
    expect(builds.currentDir).toBe(running[0]?.outDir);
    // The build is in use before Studio is told that it is live.
    expect(upAt).toEqual([
      { result: 'building', up: null },
      { result: 'built', up: running[0]?.outDir },
    ]);
  });

  test('without a pause does not delay the build for ever', async () => {
    const { running, publish, pass } = builder();
    for (let n = 0; n < 12; n++) {
      publish(`price ${n}`);
      await pass(300);
    }
    expect(running).toHaveLength(1);
  });

  test('during a build causes one more build, with the new content', async () => {
    const { running, publish, pass, end } = builder();
    publish('one');
    await pass(500);
    publish('two');
    await pass(500);
    publish('three');
    await pass(5_000);
    expect(running).toHaveLength(1);
    await end();
    expect(running).toHaveLength(2);
    await end();
    await pass(5_000);
    expect(running).toHaveLength(2);
  });

  test('without a change is reported as built, and builds nothing', async () => {
    const { builds, running, reports, publish, pass, end } = builder();
    publish('one');
    await pass(500);
    await end();
    const up = builds.currentDir ?? '';
    const buildId = () => JSON.parse(readFileSync(path.join(up, 'build.json'), 'utf8')) as unknown;
    expect(buildId()).toEqual({ build: 'build-1' });
    publish('one');
    await pass(500);
    expect(running).toHaveLength(1);
    expect(builds.currentDir).toBe(up);
    // The live site answers with the build that was reported last.
    expect(buildId()).toEqual({ build: 'build-2' });
    expect(reports).toEqual([
      ['building', 'built'],
      ['building', 'built'],
    ]);
  });
});

test('a failed build leaves the site up, says why, and the next one can succeed', async () => {
  const { dir, builds, reports, failures, publish, pass, end } = builder();
  const changed: string[] = [];
  builds.onChange = (to) => changed.push(to);
  publish('good');
  await pass(500);
  await end();
  const up = builds.currentDir;
  publish('bad');
  await pass(500);
  await end(1);
  expect(builds.currentDir).toBe(up);
  expect(changed).toEqual([up]);
  expect(builds.failure).toContain('S$0');
  expect(failures).toHaveLength(1);
  expect(reports[1]).toEqual([
    'building',
    'failed: pass “Term” (pass-term) has the price S$0\nhttps://studio.test/intent/edit/id=pass-term;type=pass',
  ]);
  expect(readdirSync(dir).filter((name) => name.startsWith('build-'))).toEqual([path.basename(up ?? '')]);
  publish('mended');
  await pass(500);
  await end();
  expect(builds.failure).toBeNull();
  expect(builds.currentDir).not.toBe(up);
  expect(existsSync(up ?? '')).toBe(true);
});

test('the reason of a failure that visitors may read comes from the content alone', () => {
  expect(reasonOf('\u001b[31mError: ENOENT /home/builder/secret\n    at /home/builder/x.ts:1:2')).toBe(
    'The site could not be built. Its builder’s log says why.',
  );
  const unanswered =
    'The checkout did not say which prices it charges (unexpected), so the earlier pages stay. The next build asks again.';
  expect(reasonOf(`[build] \u001b[31mError: ${unanswered}\n    at /home/builder/x.ts:1:2`)).toBe(unanswered);
});
