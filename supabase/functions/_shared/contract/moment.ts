const format =
  /^([1-9]\d{3}-\d{2}-\d{2})T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,6})?)?(Z|[+-](0\d|1[0-4]):[0-5]\d)$/;

/**
 * Returns whether a text is a time in ISO 8601 with its zone, on a day that exists. `private.is_moment` has the same
 * rule.
 */
export function isMoment(text: string): boolean {
  const day = format.exec(text)?.[1];
  if (day === undefined) return false;
  // If a day does not exist, its Date is either invalid or a day of the next month.
  const start = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(start.getTime()) && start.toISOString().startsWith(day);
}
