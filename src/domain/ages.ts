import { plural } from '#contract/plural.ts';
import type { Ages } from './person.ts';

export const years = (count: number): string => plural(count, 'year');

export function ageRange({ minAge, maxAge }: Ages): string {
  if (minAge === undefined) return `up to ${years(maxAge ?? 0)}`;
  if (maxAge === undefined) return `${years(minAge)} and up`;
  return minAge === maxAge ? years(minAge) : `${minAge} to ${years(maxAge)}`;
}
