/**
 * The island is alive: answers the team that was tapped before it was (`early-script.ts`). On a slow phone the cards are
 * seen long before their script has come.
 */
export function takeEarlyTap(choose: (team: string) => void): void {
  const { dataset } = document.documentElement;
  dataset['bookingReady'] = '';
  if (dataset['earlyTeam']) choose(dataset['earlyTeam']);
  delete dataset['earlyTeam'];
}
