import { formatRange } from '#domain/range.ts';

export const tierMessages = {
  days: (days: number) => `${days} days`,
  ages: (from: number, to: number) => `ages ${formatRange(from, to)}`,
};
