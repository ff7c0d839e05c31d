import { createHash } from 'node:crypto';

/** The same id for the same thing at every start, so that seeding again finds what is there. */
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
