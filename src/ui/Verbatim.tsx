import type { ReactNode } from 'react';

/** Text that page translators must not change. A right-to-left name does not reorder the words beside it. */
export const Verbatim = ({ children }: { children: ReactNode }) => <bdi translate="no">{children}</bdi>;
