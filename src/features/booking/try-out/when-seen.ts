import { sayFailed } from '#ui/failed/failed.ts';
import { whenSeen } from '#ui/when-seen.ts';

/** Script of the try-out pages: loads the list of sessions when it comes into view. */
const root = document.querySelector<HTMLElement>('try-sessions');
if (root)
  whenSeen(root, () => {
    import('./session-list.ts').catch(() => sayFailed(root));
  });
