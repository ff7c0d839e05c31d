import type { BookingChoice } from '#config/paths.ts';

/** The choice that the linking page put into the address. */
export function readChoiceFromUrl(): BookingChoice {
  const { pass, team } = Object.fromEntries(new URLSearchParams(location.search));
  return { pass, team };
}

/**
 * Called once the island is hydrated: passes on the team that was tapped before (`first-tap.inline.ts`), or chosen on
 * another page. On a slow phone the cards appear long before their script.
 */
export function applyInitialTeam(choose: (team: string) => void): void {
  const { dataset } = document.documentElement;
  dataset['bookingReady'] = '';
  const team = dataset['tappedTeam'] ?? readChoiceFromUrl().team;
  if (team) choose(team);
  delete dataset['tappedTeam'];
}
