import { sayFailed } from '#ui/failed/failed.ts';
import { whenSeen } from '#ui/when-seen.ts';

/** Script of the try-out pages: loads the list of sessions with its booking when it comes into view. */
const root = document.querySelector<HTMLElement>('try-sessions');
if (root)
  whenSeen(root, () => {
    import('./_try-out-list.ts').then(({ showList }) => showList(root)).catch(() => sayFailed(root));
  });
