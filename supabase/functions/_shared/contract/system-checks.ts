import * as v from 'valibot';
import { count } from './numbers.ts';

/** What the running system checks about itself, and what doctor found (docs/decisions "What is watched"). */

const text = v.nullable(v.string());
/** `unknown` means that there was nothing to judge by, which is not the same as `ok`. */
const state = v.picklist(['ok', 'wrong', 'unknown']);

export const SystemCheck = v.variant('name', [
  v.object({
    name: v.picklist(['stripe_events', 'mail_reports', 'publish_events', 'content']),
    state,
    last_at: text,
    missed: count,
  }),
  v.object({ name: v.literal('clock'), state, last_at: text, ms: v.nullable(v.number()) }),
  v.object({ name: v.picklist(['extensions', 'row_security']), state, names: v.array(v.string()) }),
]);
export type SystemCheck = v.InferOutput<typeof SystemCheck>;

export const doctorStates = ['ok', 'missing', 'wrong', 'unknown'] as const;

/** A step of `npm run doctor` that was not right. */
export const DoctorFinding = v.object({
  id: v.string(),
  topic: v.string(),
  state: v.picklist(doctorStates),
  what: v.string(),
  /** What the step found. Null for a step about people. */
  says: text,
  parents: text,
  fix: text,
});
export type DoctorFinding = v.InferOutput<typeof DoctorFinding>;

export const SystemChecks = v.object({
  at: v.string(),
  checks: v.array(SystemCheck),
  /** The last report of doctor. `at` is null before the first report. */
  doctor: v.object({ at: text, ok: count, findings: v.array(DoctorFinding) }),
});
export type SystemChecks = v.InferOutput<typeof SystemChecks>;

/** The report that doctor sends to `error-monitor/doctor`. */
export const DoctorReport = v.object({
  findings: v.pipe(
    v.array(
      v.object({
        id: v.string(),
        topic: v.string(),
        state: v.picklist(doctorStates),
        what: v.string(),
        says: v.string(),
        parents: v.optional(v.string()),
        fix: v.optional(v.string()),
      }),
    ),
    v.minLength(1),
    v.maxLength(200),
  ),
});
export type DoctorReport = v.InferOutput<typeof DoctorReport>;
