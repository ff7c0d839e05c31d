import { type PrefetchSettings, readSettings, prefetchCalls } from '#browser/prefetch-calls.ts';
import { preload } from '#browser/preload.ts';

/* On a slow phone, a parent can tap a team half a second before the other scripts load. This script saves and
   shows the tap and sends the first requests. `initial-choice.ts` continues from there. */
const root = document.documentElement.dataset;
const settings = readSettings() as PrefetchSettings;
const files = document.currentScript?.dataset['files'];
let isStarted = false;

const teamOf = ({ target }: Event) =>
  'bookingReady' in root || !(target instanceof Element)
    ? null
    : target.closest<HTMLElement>('button[data-team]');

function start(): void {
  if (isStarted) return;
  isStarted = true;
  preload(files);
  prefetchCalls(settings);
}

document.addEventListener('pointerdown', (event) => teamOf(event) && start(), true);
document.addEventListener('click', (event) => {
  const team = teamOf(event);
  if (!team) return;
  start();
  root['tappedTeam'] = team.dataset['team'];
  for (const other of document.querySelectorAll('button[data-team]'))
    other.setAttribute('aria-pressed', String(other === team));
});
