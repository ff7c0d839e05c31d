import * as v from 'valibot';
import { count } from './numbers.ts';

/** What families consent to. */
export const consentPurposes = ['terms', 'liability', 'medical', 'photo', 'marketing', 'activity'] as const;

/** All versions of one consent text, also planned ones, newest first. */
export const ConsentWords = v.object({
  purpose: v.picklist(consentPurposes),
  /** The number of the version that applies now. */
  current: count,
  /** The number of families whose consent counts now. */
  families: count,
  versions: v.array(
    v.object({
      version: count,
      title: v.string(),
      body: v.string(),
      /** The moment from which the version applies. */
      from: v.string(),
      /** True if families who agreed to an earlier version are asked again. */
      asks_again: v.boolean(),
      /** Who published it. */
      who: v.nullable(v.string()),
    }),
  ),
});
export type ConsentWords = v.InferOutput<typeof ConsentWords>;
export const ConsentWordsList = v.array(ConsentWords);

/** Arguments of `publish_consent_text`. */
export const PublishWords = v.object({
  p_title: v.pipe(v.string(), v.minLength(1), v.maxLength(200)),
  p_body: v.pipe(v.string(), v.minLength(1), v.maxLength(20_000)),
  /** When the version begins to apply. Null means at once. */
  p_from: v.nullable(v.string()),
  p_asks_again: v.boolean(),
});
export type PublishWords = v.InferOutput<typeof PublishWords>;
/** The number of the new version. */
export const WordsPublished = v.object({ version: count });
