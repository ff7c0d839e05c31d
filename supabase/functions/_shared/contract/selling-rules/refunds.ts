import { plural } from '../plural.ts';

/** A step of the refund rules. It says what share is refunded until when. */
export interface RefundRule {
  hoursBefore?: number | null | undefined;
  daysAfterPurchase?: number | null | undefined;
  percent?: number | null | undefined;
}

/** Returns why a step cannot be published, or null. A step must have exactly one of the two fields. */
export function refundRuleProblem({ hoursBefore, daysAfterPurchase }: RefundRule): string | null {
  if (typeof hoursBefore !== 'number' && typeof daysAfterPurchase !== 'number')
    return 'Fill in the hours before the start or the days after purchase.';
  if (typeof hoursBefore === 'number' && typeof daysAfterPurchase === 'number')
    return 'Use either hours before the start or days after purchase. Make two rules if you need both.';
  return null;
}

/**
 * Returns why the steps cannot be published, or null. The first step that applies decides, so no later step may refund
 * more. A product without dates has no start, so its steps cannot count hours before the start.
 */
export function refundsProblem(rules: readonly RefundRule[] | undefined, dated = true): string | null {
  if (!dated && rules?.some(({ hoursBefore }) => typeof hoursBefore === 'number'))
    return 'It has no date, so it has no start to count hours to. Fill in the days after purchase instead.';
  const steps = (rules ?? []).filter((rule) => refundRuleProblem(rule) === null);
  return (
    orderProblem(steps.map(({ hoursBefore, percent }) => stepOf(hoursBefore, percent, beforeStart, -1))) ??
    orderProblem(steps.map((rule) => stepOf(rule.daysAfterPurchase, rule.percent, afterPurchase, 1)))
  );
}

interface Step {
  rank: number;
  words: string;
  percent: number;
}

function stepOf(
  count: number | null | undefined,
  percent: number | null | undefined,
  words: (count: number) => string,
  later: 1 | -1,
): Step | null {
  return typeof count !== 'number' || typeof percent !== 'number'
    ? null
    : { rank: later * count, words: words(count), percent };
}

function orderProblem(steps: readonly (Step | null)[]): string | null {
  let last: Step | undefined;
  for (const step of steps) {
    if (!step) continue;
    if (last && step.rank <= last.rank)
      return `“${step.words}” comes after “${last.words}”. Start with the earliest cancellation.`;
    if (last && step.percent >= last.percent)
      return `Cancelling ${step.words} gives ${step.percent}%, which is not less than the ${last.percent}% for cancelling earlier. Lower it.`;
    last = step;
  }
  return null;
}

const beforeStart = (count: number) => `${hours(count)} before`;
const afterPurchase = (count: number) => `${plural(count, 'day')} after purchase`;

const hours = (count: number) =>
  count % 24 === 0 && count >= 48 ? `${count / 24} days` : plural(count, 'hour');
