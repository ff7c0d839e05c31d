import type { MouseEvent, ReactNode } from 'react';
import { ButtonLink } from '#ui/Button.tsx';
import { screenPath } from './asked.ts';
import type { Shown } from './model.ts';
import type { Auth } from './store.ts';

interface Props {
  auth: Auth;
  to: Shown;
  /** Rendered as a full-width button. */
  wide?: boolean;
  children: ReactNode;
}

/** Another screen of this page, as a link, so that it can be opened in a new tab. */
export function Way({ auth, to, wide = false, children }: Props) {
  const link = {
    href: screenPath(to),
    onClick: (event: MouseEvent) => {
      if (event.metaKey || event.ctrlKey || event.shiftKey) return;
      event.preventDefault();
      auth.to(to);
    },
  };
  if (wide)
    return (
      <ButtonLink kind="line" wide {...link}>
        {children}
      </ButtonLink>
    );
  return (
    <a className="auth-way" {...link}>
      {children}
    </a>
  );
}
