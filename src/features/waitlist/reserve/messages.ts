import { isOffline } from '#browser/online.ts';
import { offline, retryOnline } from '#domain/offline-messages.ts';

const noNetwork = `${offline} Everything you typed is still here. ${retryOnline}`;

export const reserveMessages = {
  success: 'Spot reserved successfully!',
  failure: (message: string | null) =>
    `Failed to reserve spot: ${message ?? (isOffline() ? noNetwork : 'Unknown error')}`,
  unreached: `Failed to reserve spot: ${offline} Please load this page again when you are back online.`,
  close: 'Close',
  tooMany: 'Please try again in a moment.',
  notOnSale: 'This package is not open for reservations now.',
} as const;
