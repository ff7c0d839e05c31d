import { brand } from '../../config/brand.ts';
import type { CampTier } from '../../content/camp-tiers.ts';

const teamNames: Readonly<Record<string, string>> = { white: 'White', red: 'Red', black: 'Black', x: 'X' };

/** "3 days, Mon–Wed", then "ages 7–12", "Red & Black Otter · Intermediate": those that content has. */
export function factsOf({ days, weekdays, minAge, maxAge, teams, level }: CampTier): string[] {
  const names = teams.map((team) => teamNames[team] ?? team).join(' & ');
  return [
    [days ? `${days} days` : '', weekdays].filter(Boolean).join(', '),
    `ages ${minAge}–${maxAge}`,
    [names ? `${names} ${brand.product}` : '', level].filter(Boolean).join(' · '),
  ].filter(Boolean);
}
