import { defineArrayMember, defineField, defineType } from 'sanity';
import { numberIn } from '../../../supabase/functions/_shared/contract/selling-rules/rebate.ts';
import {
  refundRuleProblem,
  refundsProblem,
  type RefundRule,
} from '../../../supabase/functions/_shared/contract/selling-rules/refunds.ts';

/**
 * One step of a refund rule. The first step that applies decides. It counts either hours before the start or days
 * after the purchase.
 */
export const refundRule = defineType({
  name: 'refundRule',
  title: 'Refund rule',
  type: 'object',
  fields: [
    defineField({
      name: 'hoursBefore',
      title: 'Minimum hours before the start',
      description:
        '336 hours is 14 days; 0 means until it starts. A pass starts when its first session is used.',
      type: 'number',
      validation: (rule) =>
        rule.integer().min(0).max(8784).error('Enter whole hours, from 0 to 8784 (one year).'),
    }),
    defineField({
      name: 'daysAfterPurchase',
      title: 'Maximum days after purchase',
      description:
        'Use this instead of hours. It applies up to the end of the last of these days after the payment. For a pass, we refund the sessions that are unused by then. A renewal does not count as a purchase.',
      type: 'number',
      validation: (rule) => [
        rule.integer().min(0).max(366).error('Enter whole days, from 0 to 366 (one year).'),
        rule.custom((daysAfterPurchase, { parent }) => {
          return (
            refundRuleProblem({ hoursBefore: numberIn(parent, 'hoursBefore'), daysAfterPurchase }) ?? true
          );
        }),
      ],
    }),
    defineField({
      name: 'percent',
      title: 'Refund in percent',
      type: 'number',
      validation: (rule) =>
        rule.required().integer().min(0).max(100).error('Enter a whole number from 0 to 100.'),
    }),
  ],
  preview: {
    select: { hoursBefore: 'hoursBefore', daysAfterPurchase: 'daysAfterPurchase', percent: 'percent' },
    prepare: ({ hoursBefore, daysAfterPurchase, percent }) => ({
      title: `${String(percent ?? '?')}% back`,
      subtitle:
        daysAfterPurchase === undefined
          ? `if cancelled at least ${String(hoursBefore ?? '?')} hours before`
          : `of what is unused, if cancelled within ${String(daysAfterPurchase)} days of buying`,
    }),
  },
});

/**
 * The rules from which the checkout calculates refunds. “Cancellation” describes them in words. `dated` is true if the
 * offer has a start date.
 */
export const refundRules = (group: string, dated = true) =>
  defineField({
    name: 'refundRules',
    title: 'Refund rules',
    description: `Start with the earliest cancellation and end with the latest. After the last rule, nothing is refunded. ${
      dated ? '' : 'This product has no date of its own, so each rule counts days after purchase. '
    }Say the same in “Cancellation”, which is what parents read.`,
    type: 'array',
    group,
    of: [defineArrayMember({ type: 'refundRule' })],
    validation: (rule) => rule.max(6).custom<RefundRule[]>((value) => refundsProblem(value, dated) ?? true),
  });
