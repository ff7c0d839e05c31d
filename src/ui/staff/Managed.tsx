import type { ComponentType, ReactNode } from 'react';
import type { Allowed, Guard } from '#domain/access.ts';
import { inBoundary } from '../failed/Boundary.tsx';
import { Guarded } from '../Guarded.tsx';
import { InAdminView } from './InAdminView.tsx';

interface Props {
  guard: Guard;
  /** A sentence that says what other people who see the screen should not see. */
  why: string;
  children: (allowed: Allowed) => ReactNode;
}

export const Managed = ({ guard, why, children }: Props) => (
  <Guarded guard={guard}>{(allowed) => <InAdminView why={why}>{children(allowed)}</InAdminView>}</Guarded>
);

/** Creates the island of a staff screen. */
export const managed = <Props extends object>(guard: Guard, why: string, Screen: ComponentType<Props>) =>
  inBoundary((props: Props) => (
    <Managed guard={guard} why={why}>
      {() => <Screen {...props} />}
    </Managed>
  ));
