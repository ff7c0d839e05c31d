import * as v from 'valibot';
import type { ConsentText } from './orders.ts';

/** What was said of each purpose and need not be asked about again; what must be asked is not in it. */
const said = v.optional(v.boolean());
const KeptConsents = v.object({
  terms: said,
  activity: said,
  liability: said,
  medical: said,
  photo: said,
  marketing: said,
} satisfies Record<ConsentText['purpose'], typeof said>);

const ChildOnRecord = v.object({
  name: v.string(),
  dob: v.string(),
  consents: KeptConsents,
  /** In the parent's words, each by itself, none: nothing to tell. Null: to be asked. */
  health: v.nullable(v.object({ told_at: v.string(), notes: v.array(v.string()) })),
});

/** Answer of `get_on_record`: what a family may sign in one tap (decisions "Nothing has changed"). */
export const OnRecord = v.object({
  /** The parent's own: terms and news. */
  consents: KeptConsents,
  children: v.array(ChildOnRecord),
});
export type OnRecord = v.InferOutput<typeof OnRecord>;
