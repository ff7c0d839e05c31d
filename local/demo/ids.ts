import { createHash } from 'node:crypto';

/** Returns the same id for the same name at every start, so that seeding again finds the existing rows. */
export function demoId(name: string): string {
  const hex = createHash('sha256').update(`demo:${name}`).digest('hex');
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-');
}
