/** A step of the refund rules as it may stand half-filled in the form. */
export interface RefundRule {
  hoursBefore?: number;
  percent?: number;
}

/**
 * What is wrong with refund rules, in words for the editor; null if nothing is. The first step whose hours are still
 * ahead decides, so they stand from the earliest cancellation to the latest, and never give more for cancelling later.
 */
export function refundsProblem(rules: readonly RefundRule[] | undefined): string | null {
  let last: RefundRule | undefined;
  for (const rule of rules ?? []) {
    const { hoursBefore, percent } = rule;
    if (hoursBefore === undefined || percent === undefined) continue;
    if (last?.hoursBefore !== undefined && hoursBefore >= last.hoursBefore)
      return `“${hours(hoursBefore)} before” stands below “${hours(last.hoursBefore)} before”: begin with the earliest cancellation.`;
    if (last?.percent !== undefined && percent >= last.percent)
      return `Cancelling ${hours(hoursBefore)} before gives ${percent}%, no less than ${last.percent}% for cancelling earlier.`;
    last = rule;
  }
  return null;
}

const hours = (count: number) =>
  count % 24 === 0 && count >= 48 ? `${count / 24} days` : `${count} ${count === 1 ? 'hour' : 'hours'}`;
