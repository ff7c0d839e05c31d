import type { MouseEvent, ReactNode } from 'react';
import { ButtonLink } from '#ui/Button.tsx';
import { screenPath } from './address.ts';
import { messages } from './messages.ts';
import type { LinkableScreen } from './model.ts';
import type { Auth } from './store.ts';

interface Props {
  auth: Auth;
  to: LinkableScreen;
  wide?: boolean;
  children: ReactNode;
}

export function ScreenLink({ auth, to, wide = false, children }: Props) {
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
    <a className="auth-link" {...link}>
      {children}
    </a>
  );
}

export const BackToSignIn = ({ auth }: { auth: Auth }) => (
  <nav className="auth-links" aria-label={messages.otherMethods}>
    <ScreenLink auth={auth} to="sign-in">
      {messages.back}
    </ScreenLink>
  </nav>
);
