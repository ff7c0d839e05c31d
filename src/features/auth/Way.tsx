import type { ReactNode } from 'react';
import { screenPath } from './asked.ts';
import type { Shown } from './model.ts';
import type { Auth } from './store.ts';

/** To another screen of this page: a link, so that it opens in a tab of its own too. */
export function Way({ auth, to, children }: { auth: Auth; to: Shown; children: ReactNode }) {
  return (
    <a
      className="way"
      href={screenPath(to)}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return;
        event.preventDefault();
        auth.to(to);
      }}
    >
      {children}
    </a>
  );
}
