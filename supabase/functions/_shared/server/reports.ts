import * as v from 'valibot';
import type { Db } from './db.ts';
import type { Deps } from './deps.ts';
import { readText } from './http.ts';
import { isTooDeep } from './json-depth.ts';
import { logFault } from './log.ts';
import { findOrigin } from './origin.ts';
import { RefusalError } from './refusal.ts';

/** The longest report. A stack may be long, and SQL cuts it before saving it. */
const REPORT_LIMIT = 64 * 1024;

/** Postgres cannot store null characters and half surrogate pairs in a text. */
const UNKEEPABLE = /(?<!\\)((?:\\\\)*)\\u(?:0000|d[89a-f][0-9a-f]{2})/g;

const Body = v.nullable(v.record(v.string(), v.unknown()));
/** A report of a browser, which may be an `ErrorReport`. `report_error` checks, cuts and cleans it. */
export type Report = Record<string, unknown>;

export async function readReport(request: Request): Promise<Report | null> {
  const text = await readText(request, REPORT_LIMIT);
  if (isTooDeep(text)) throw new RefusalError({ code: 'invalid_input', field: 'body' });
  const body = v.safeParse(v.pipe(v.string(), v.parseJson(), Body), text === '' ? 'null' : text);
  if (!body.success) throw new RefusalError({ code: 'invalid_input', field: 'body' });
  return body.output && (JSON.parse(JSON.stringify(body.output).replace(UNKEEPABLE, '$1')) as Report);
}

/**
 * Saves a report. After the answer, it finds the position in our source and forwards the report. Fails with
 * `invalid_input`.
 */
export async function keepReport(
  report: Report,
  { db, handOn, background }: Pick<Deps, 'db' | 'handOn' | 'background'>,
): Promise<string> {
  const answer = await db.rpc('report_error', { p_report: report });
  const { report_id } = v.parse(v.object({ report_id: v.string() }), answer);
  background(
    placeReport(db, report_id, report['stack'])
      .catch((error: unknown) => logFault('place of a report', error))
      .then(() => handOn?.report(db, report_id)),
  );
  return report_id;
}

/**
 * Finds where in our source the error happened, by the source maps of our scripts. If there is no map, the report is
 * still grouped by the script's name.
 */
async function placeReport(db: Db, reportId: string, stack: unknown): Promise<void> {
  const origin = typeof stack === 'string' ? await findOrigin(db, stack.slice(0, 4000)) : null;
  if (origin) await db.rpc('place_error', { p_report_id: reportId, p_origin: origin });
}
