import { showFailed } from '#ui/failed/failed.ts';
import { whenVisible } from '#ui/when-visible.ts';

const root = document.querySelector<HTMLElement>('try-sessions');
if (root)
  whenVisible(root, () => {
    import('./session-list.ts').catch(() => showFailed(root));
  });
