import type { Wish } from '#config/paths.ts';

/** What was chosen on the page that led here. */
export function wishOf(): Wish {
  const { pass, team } = Object.fromEntries(new URLSearchParams(location.search));
  return { pass, team };
}

/**
 * The island is alive: answers the team that was tapped before it was (`early-script.ts`), or chosen on another page.
 * On a slow phone the cards are seen long before their script has come.
 */
export function takeTeam(choose: (team: string) => void): void {
  const { dataset } = document.documentElement;
  dataset['bookingReady'] = '';
  const team = dataset['earlyTeam'] ?? wishOf().team;
  if (team) choose(team);
  delete dataset['earlyTeam'];
}
