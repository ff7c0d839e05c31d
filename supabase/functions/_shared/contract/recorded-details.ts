import * as v from 'valibot';
import type { ConsentText } from './orders.ts';

const optionalAnswer = v.optional(v.boolean());
/** The consents on record. A purpose is missing if the parent has not answered. */
const RecordedConsents = v.object({
  terms: optionalAnswer,
  activity: optionalAnswer,
  liability: optionalAnswer,
  medical: optionalAnswer,
  photo: optionalAnswer,
  marketing: optionalAnswer,
} satisfies Record<ConsentText['purpose'], typeof optionalAnswer>);

const ChildOnRecord = v.object({
  name: v.string(),
  dob: v.string(),
  consents: RecordedConsents,
  /**
   * The parent's notes, one by one. An empty list means that there is nothing to report. Null means that the parent
   * must be asked.
   */
  health: v.nullable(v.object({ answered_at: v.string(), notes: v.array(v.string()) })),
});

/** What is on record about a signed-in family, so that the checkout need not ask again. */
export const RecordedDetails = v.object({
  consents: RecordedConsents,
  children: v.array(ChildOnRecord),
});
export type RecordedDetails = v.InferOutput<typeof RecordedDetails>;
