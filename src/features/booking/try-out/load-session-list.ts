import { showFailed } from '#ui/failed/failed.ts';
import { whenVisible } from '#ui/when-visible.ts';

/** The list of try-out sessions is loaded when it comes into view. */
const root = document.querySelector<HTMLElement>('try-sessions');
if (root)
  whenVisible(root, () => {
    import('./session-list.ts').catch(() => showFailed(root));
  });
