import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { WITHOUT_PRICES } from '#content/problem.ts';

export type BuildState = 'building' | 'built' | 'failed';
export type ReportBuild = (state: BuildState, reason?: string) => Promise<void>;

const TIMEOUT_MS = 10_000;

/**
 * Reports a build for Studio's badge (`sanity-webhook/builds`). The build does not need the report, so a failure is
 * only printed.
 */
export function buildReporter(
  env: NodeJS.ProcessEnv,
  log: (line: string) => void = console.error,
): ReportBuild {
  const { PUBLIC_SUPABASE_URL: url, MAINTENANCE_SECRET: secret, SITE_URL: site } = env;
  const build = randomUUID();
  return async (state, reason) => {
    if (!url || !secret) return;
    try {
      const response = await fetch(`${url}/functions/v1/sanity-webhook/builds`, {
        method: 'POST',
        headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
        body: JSON.stringify({
          build,
          state,
          ...(reason ? { reason } : {}),
          ...(state === 'built' ? { content: readSiteDocuments(env['SITE_DOCUMENTS']) } : {}),
          ...(site ? { site } : {}),
        }),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      await response.body?.cancel();
      if (!response.ok) throw new Error(`the functions answer ${response.status}`);
    } catch (error) {
      log(`report of the build (${state}): ${error instanceof Error ? error.message : String(error)}`);
    }
  };
}

function readSiteDocuments(file: string | undefined): unknown {
  return file && existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as unknown) : undefined;
}

/** Says to editors why a build failed. Visitors can read it too, so output with paths of the machine is left out. */
export function reasonOf(output: string): string {
  // oxlint-disable-next-line no-control-regex -- colours of a terminal
  const lines = output.replace(/\u001b\[[0-9;]*m/g, '').split(/\r?\n/);
  const unanswered = lines.find((line) => line.includes(WITHOUT_PRICES));
  if (unanswered !== undefined) return unanswered.slice(unanswered.indexOf(WITHOUT_PRICES)).trim();
  const at = lines.findIndex((line) => /^\s*\S*\/intent\/edit\/id=/.test(line));
  if (at < 1) return 'The site could not be built. Its builder’s log says why.';
  const sentence = (lines[at - 1] ?? '').replace(/^.*?ContentError\W*/, '').trim();
  return `${sentence}\n${(lines[at] ?? '').trim()}`;
}
