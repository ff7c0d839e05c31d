import type { Refusal } from '#contract/errors.ts';
import type { Ages } from '#domain/person.ts';

/** Reads the ages in a refusal, such as `7-12` or `7-`. */
export function agesOf(refusal: Refusal): Ages {
  const [min, max] = ('ages' in refusal ? refusal.ages : '').split('-').map(Number);
  return { ...(min ? { minAge: min } : {}), ...(max ? { maxAge: max } : {}) };
}
