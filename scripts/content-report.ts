import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { WITHOUT_PRICES } from '#content/problem.ts';

export type BuildState = 'building' | 'built' | 'failed';
export type ReportBuild = (state: BuildState, reason?: string) => Promise<void>;

/** One build. Its id is in its reports, and in `build.json` of the live site. */
export interface BuildReporter {
  id: string;
  report: ReportBuild;
}

const TIMEOUT_MS = 10_000;

/**
 * Reports a build for Studio's badge (`sanity-webhook/builds`). The build does not need the report, so a failure is
 * only printed.
 */
export function buildReporter(
  env: NodeJS.ProcessEnv,
  log: (line: string) => void = console.error,
): BuildReporter {
  const { PUBLIC_SUPABASE_URL: url, MAINTENANCE_SECRET: secret, SITE_URL: site } = env;
  const id = randomUUID();
  const report: ReportBuild = async (state, reason) => {
    if (!url || !secret) return;
    try {
      const response = await fetch(`${url}/functions/v1/sanity-webhook/builds`, {
        method: 'POST',
        headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
        body: JSON.stringify({
          build: id,
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
  return { id, report };
}

/**
 * Writes the file by which the live site tells which build it is. Studio says "Live" only if that
 * build contains the document, and therefore neither during an upload nor after a rollback.
 */
export const writeBuildId = (folder: string, id: string): void =>
  writeFileSync(path.join(folder, 'build.json'), `${JSON.stringify({ build: id })}\n`);

function readSiteDocuments(file: string | undefined): unknown {
  return file && existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as unknown) : undefined;
}

/** Tells editors why a build failed. Visitors can read it too, so output with paths of the machine is left out. */
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
