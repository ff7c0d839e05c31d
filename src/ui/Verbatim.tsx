import type { ReactNode } from 'react';

/**
 * A name, an order's number, a code, a telephone number or an address: a page translator must not change it, and a name
 * that is written from right to left must not reorder the words beside it.
 */
export const Verbatim = ({ children }: { children: ReactNode }) => <bdi translate="no">{children}</bdi>;
