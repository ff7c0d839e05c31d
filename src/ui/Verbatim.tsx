import type { ReactNode } from 'react';

/** A page translator must not change it, and a right-to-left name must not reorder the words beside it. */
export const Verbatim = ({ children }: { children: ReactNode }) => <bdi translate="no">{children}</bdi>;
