import * as v from 'valibot';
import { count } from './numbers.ts';

export const consentPurposes = ['terms', 'liability', 'medical', 'photo', 'marketing', 'activity'] as const;

export const ConsentWords = v.object({
  purpose: v.picklist(consentPurposes),
  current: count,
  families: count,
  versions: v.array(
    v.object({
      version: count,
      title: v.string(),
      body: v.string(),
      from: v.string(),
      asks_again: v.boolean(),
      who: v.nullable(v.string()),
    }),
  ),
});
export type ConsentWords = v.InferOutput<typeof ConsentWords>;
export const ConsentWordsList = v.array(ConsentWords);

export const PublishWords = v.object({
  p_title: v.pipe(v.string(), v.minLength(1), v.maxLength(200)),
  p_body: v.pipe(v.string(), v.minLength(1), v.maxLength(20_000)),
  p_from: v.nullable(v.string()),
  p_asks_again: v.boolean(),
});
export type PublishWords = v.InferOutput<typeof PublishWords>;
export const WordsPublished = v.object({ version: count });
