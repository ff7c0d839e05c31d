// Times of a checkout, apart from timing.ts, because every page loads that.

/** Interval at which the page of a link to pay, and the parent who sent it, read whether it is paid. */
export const PAYMENT_LINK_REFRESH_MS = 15_000;

/** How long a removed child can be put back. */
export const UNDO_MS = 10_000;
