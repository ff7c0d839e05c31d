import type { ReactNode } from 'react';

/**
 * Text that page translators must not change. If it is a right-to-left name, it does not reorder the words beside it.
 */
export const Verbatim = ({ children }: { children: ReactNode }) => <bdi translate="no">{children}</bdi>;
