import { showFailed } from '#ui/failed/failed.ts';
import { whenVisible } from '#ui/when-visible.ts';

/** Script of the try-out pages: loads the list of sessions when it comes into view. */
const root = document.querySelector<HTMLElement>('try-sessions');
if (root)
  whenVisible(root, () => {
    import('./session-list.ts').catch(() => showFailed(root));
  });
