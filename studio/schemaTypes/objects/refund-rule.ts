import { defineArrayMember, defineField, defineType } from 'sanity';
import { numberIn } from '../../../supabase/functions/_shared/contract/selling-rules/rebate.ts';
import {
  refundRuleProblem,
  refundsProblem,
  type RefundRule,
} from '../../../supabase/functions/_shared/contract/selling-rules/refunds.ts';

/**
 * A step of the refund rules: the share refunded to those who cancel early enough, counted to the start or from the
 * purchase. The first step that applies decides.
 */
export const refundRule = defineType({
  name: 'refundRule',
  title: 'Refund rule',
  type: 'object',
  fields: [
    defineField({
      name: 'hoursBefore',
      title: 'Hours before the start, at least',
      description: '336 is 14 days; 0 is until it begins. A pass with a session used has begun.',
      type: 'number',
      validation: (rule) => rule.integer().min(0).max(8784).error('Whole hours, from 0 to a year (8784).'),
    }),
    defineField({
      name: 'daysAfterPurchase',
      title: 'Days after purchase, at most',
      description:
        'Instead of the hours: until the end of that day after the payment. Of a pass the sessions are refunded that are unused by then. A renewal is no purchase.',
      type: 'number',
      validation: (rule) => [
        rule.integer().min(0).max(366).error('Whole days, from 0 to a year (366).'),
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
      validation: (rule) => rule.required().integer().min(0).max(100).error('From 0 to 100 percent.'),
    }),
  ],
  preview: {
    select: { hoursBefore: 'hoursBefore', daysAfterPurchase: 'daysAfterPurchase', percent: 'percent' },
    prepare: ({ hoursBefore, daysAfterPurchase, percent }) => ({
      title: `${String(percent ?? '?')}% back`,
      subtitle:
        daysAfterPurchase === undefined
          ? `cancelled ${String(hoursBefore ?? '?')} hours before, or earlier`
          : `cancelled within ${String(daysAfterPurchase)} days of purchase, what is unused`,
    }),
  },
});

/**
 * The refund rules of an offer for calculation; “Cancellation” describes them in words. `dated`: the offer has a
 * start, to which hours can be counted.
 */
export const refundRules = (group: string, dated = true) =>
  defineField({
    name: 'refundRules',
    title: 'Refund rules',
    description: `From the earliest cancellation to the latest; after the last one nothing is refunded. ${
      dated ? '' : 'It has no date of its own: each rule counts days after purchase. '
    }Say the same in “Cancellation”: parents read that.`,
    type: 'array',
    group,
    of: [defineArrayMember({ type: 'refundRule' })],
    validation: (rule) => rule.max(6).custom<RefundRule[]>((value) => refundsProblem(value, dated) ?? true),
  });
