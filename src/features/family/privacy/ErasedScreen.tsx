import { useEffect, useRef } from 'react';
import { signOut } from '#api/sign-out.ts';
import wave from '#assets/mascot/wave.svg?url';
import { paths } from '#config/paths.ts';
import { ButtonLink } from '#ui/Button.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { eraseMessages } from './messages.ts';

/** Shown after erasing. The account no longer exists, and this browser is signed out. */
export function ErasedScreen({ orders }: { orders: number }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    box.current?.focus();
    void signOut('local');
  }, []);
  return (
    <div ref={box} tabIndex={-1}>
      <EmptyState
        picture={wave}
        level={1}
        title={eraseMessages.deletedTitle}
        actions={<ButtonLink href={paths.home}>{eraseMessages.home}</ButtonLink>}
      >
        {eraseMessages.deletedText(orders)}
      </EmptyState>
    </div>
  );
}
