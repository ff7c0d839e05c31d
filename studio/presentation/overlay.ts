import { enableVisualEditing } from '@sanity/visual-editing';
import { createFinder, markTexts, type TextSource } from './marks.ts';

// This script runs in the pages of a preview, inside Studio.

const answer = await fetch('/__preview/sources');
const find = createFinder(answer.ok ? ((await answer.json()) as TextSource[]) : []);
const mark = () => markTexts(document.body, find);

mark();
let frame = 0;
new MutationObserver(() => {
  cancelAnimationFrame(frame);
  frame = requestAnimationFrame(mark);
}).observe(document.body, {
  subtree: true,
  childList: true,
  characterData: true,
  attributeFilter: ['ssr'],
});

enableVisualEditing({
  // Every link loads a page, so this tells Studio the page's address, and follows the navigation in Studio.
  history: {
    subscribe: (navigate) => {
      const url = location.pathname + location.search + location.hash;
      navigate({ type: 'push', url, title: document.title });
      return () => undefined;
    },
    update: ({ type, url }) => {
      if (type === 'pop') history.back();
      else location.assign(url);
    },
  },
  refresh: ({ source }) => {
    // The page already reloads after changes (src/content/preview/preview-bar.ts).
    if (source === 'mutation') return false;
    location.reload();
    return Promise.resolve();
  },
});
