import type { Ages } from './person.ts';

/** Returns for example "7 岁". */
export const years = (count: number): string => `${count} 岁`;

/** Returns for example "7 至 12 岁". */
export function ageRange({ minAge, maxAge }: Ages): string {
  if (minAge === undefined) return `${years(maxAge ?? 0)}及以下`;
  if (maxAge === undefined) return `${years(minAge)}及以上`;
  return minAge === maxAge ? years(minAge) : `${minAge} 至 ${years(maxAge)}`;
}
