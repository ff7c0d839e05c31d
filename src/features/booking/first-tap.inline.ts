import { type PrefetchSettings, readSettings, prefetchCalls } from '#browser/prefetch-calls.ts';
import { preload } from '#browser/preload.ts';

/*
 * Inline script. On a slow phone the teams can be seen and tapped half a second or more before the page's other scripts
 * load. It saves and shows the tap, preloads the files of the flow (`data-files`, build/chunks.ts) and sends its first
 * requests (`data-prefetch`); `initial-choice.ts` continues from there.
 */
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
