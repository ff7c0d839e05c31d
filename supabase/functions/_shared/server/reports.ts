import * as v from 'valibot';
import type { Deps } from './deps.ts';
import { readText } from './http.ts';
import { RefusalError } from './refusal.ts';

/** A stack may be long; what is kept of it is cut in SQL. */
const REPORT_LIMIT = 64 * 1024;

const Body = v.nullable(v.record(v.string(), v.unknown()));
/** An `ErrorReport` as far as a body is one: `report_error` checks, cuts and cleans it. */
export type Report = Record<string, unknown>;

/** The report in a body, or null for an empty one and for `null`. Refuses `invalid_input`. */
export async function readReport(request: Request): Promise<Report | null> {
  const text = await readText(request, REPORT_LIMIT);
  const body = v.safeParse(v.pipe(v.string(), v.parseJson(), Body), text === '' ? 'null' : text);
  if (!body.success) throw new RefusalError({ code: 'invalid_input', field: 'body' });
  return body.output;
}

/** Keeps a report and hands it on beside the answer; its id. Refuses `invalid_input` with the field. */
export async function keepReport(
  report: Report,
  { db, handOn, background }: Pick<Deps, 'db' | 'handOn' | 'background'>,
): Promise<string> {
  const answer = await db.rpc('report_error', { p_report: report });
  const { report_id } = v.parse(v.object({ report_id: v.string() }), answer);
  if (handOn) background(handOn.report(db, report_id));
  return report_id;
}
