import { themeOf } from './model.ts';

/* This inline script runs before the first paint of a page in a partner's frame. It reads no storage: the address
   has the theme. */
// Such a page is always signed out, whatever its scripts share with other pages. So storage is as if it were blocked
// (decisions "A widget on a partner's site").
for (const name of ['localStorage', 'sessionStorage'])
  // Where a browser does not allow this, the theme below still applies, and the browser separates storage by site.
  Reflect.defineProperty(window, name, {
    get() {
      throw new DOMException('No storage in a frame', 'SecurityError');
    },
  });
const { dataset } = document.documentElement;
dataset['theme'] = themeOf(new URLSearchParams(location.search));
// If the page's own script fails to load, only CSS can show a message (ScriptFailed.astro).
addEventListener(
  'error',
  ({ target }) => {
    if (target instanceof HTMLScriptElement && target.type === 'module') dataset['scriptFailed'] = '';
  },
  true,
);

export {};
