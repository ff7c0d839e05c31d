import { plural } from '#contract/plural.ts';
import type { Ages } from './person.ts';

export const years = (count: number): string => plural(count, 'year');

export function ageRange({ minAge, maxAge }: Ages): string {
  if (minAge === undefined) return `ages up to ${maxAge ?? 0}`;
  if (maxAge === undefined) return `ages ${minAge} and up`;
  return minAge === maxAge ? `age ${minAge}` : `ages ${minAge} to ${maxAge}`;
}
