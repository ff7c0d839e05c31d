import * as v from 'valibot';
import type { ConsentText } from './orders.ts';

const optionalAnswer = v.optional(v.boolean());
const KeptConsents = v.object({
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
  consents: KeptConsents,
  /**
   * These are the parent's notes, one by one. An empty list means nothing to report; null means that the parent must be
   * asked.
   */
  health: v.nullable(v.object({ answered_at: v.string(), notes: v.array(v.string()) })),
});

export const RecordedDetails = v.object({
  consents: KeptConsents,
  children: v.array(ChildOnRecord),
});
export type RecordedDetails = v.InferOutput<typeof RecordedDetails>;
