/** Returns a warning before simulated numbers are published, or null for other sources. */
export function proofRemark(source: string | undefined): string | null {
  return source === 'simulated'
    ? 'These numbers are invented. Misleading scarcity is an unfair practice under Singapore’s consumer law, so use this for demonstrations only.'
    : null;
}
