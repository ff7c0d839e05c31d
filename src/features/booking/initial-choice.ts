import type { BookingChoice } from '#config/paths.ts';

export function readChoiceFromUrl(): BookingChoice {
  const { pass, team } = Object.fromEntries(new URLSearchParams(location.search));
  return { pass, team };
}

/** Chooses the team that was tapped before hydration (`first-tap.inline.ts`) or chosen on another page. */
export function applyInitialTeam(choose: (team: string) => void): void {
  const { dataset } = document.documentElement;
  dataset['bookingReady'] = '';
  const team = dataset['tappedTeam'] ?? readChoiceFromUrl().team;
  if (team) choose(team);
  delete dataset['tappedTeam'];
}
