/** A warning before publishing simulated numbers; null for the other sources. */
export function proofRemark(source: string | undefined): string | null {
  return source === 'simulated'
    ? 'These numbers are invented. Misleading scarcity is an unfair practice under Singapore’s consumer law: use it for demonstrations only.'
    : null;
}
