import type { ReactNode } from 'react';
import type { Allowed, Guard } from '#domain/access.ts';
import { Guarded } from '../Guarded.tsx';
import { InAdminView } from './InAdminView.tsx';

interface Props {
  guard: Guard;
  /** What of it others who look at the screen should not see. */
  why: string;
  children: (allowed: Allowed) => ReactNode;
}

/** A screen of the staff: behind their sign-in, and shown while admin view is on. */
export const Managed = ({ guard, why, children }: Props) => (
  <Guarded guard={guard}>{(allowed) => <InAdminView why={why}>{children(allowed)}</InAdminView>}</Guarded>
);
