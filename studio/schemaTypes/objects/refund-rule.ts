import { defineArrayMember, defineField, defineType } from 'sanity';
import { refundsProblem, type RefundRule } from '../rules/refunds.ts';

/** A step of the refund rules: who cancels so early gets so much back. The first step that fits decides. */
export const refundRule = defineType({
  name: 'refundRule',
  title: 'Refund rule',
  type: 'object',
  fields: [
    defineField({
      name: 'hoursBefore',
      title: 'Hours before the start, at least',
      description: '336 is 14 days; 0 is until it begins.',
      type: 'number',
      validation: (rule) =>
        rule.required().integer().min(0).max(8784).error('Whole hours, from 0 to a year (8784).'),
    }),
    defineField({
      name: 'percent',
      title: 'Refund in percent',
      type: 'number',
      validation: (rule) => rule.required().integer().min(0).max(100).error('From 0 to 100 percent.'),
    }),
  ],
  preview: {
    select: { hoursBefore: 'hoursBefore', percent: 'percent' },
    prepare: ({ hoursBefore, percent }) => ({
      title: `${String(percent ?? '?')}% back`,
      subtitle: `cancelled ${String(hoursBefore ?? '?')} hours before, or earlier`,
    }),
  },
});

/** The refund rules of an offer, for the machine; “Cancellation” says the same in words. */
export const refundRules = (group: string) =>
  defineField({
    name: 'refundRules',
    title: 'Refund rules',
    description:
      'From the earliest cancellation to the latest; after the last one nothing is refunded. Say the same in “Cancellation”: parents read that.',
    type: 'array',
    group,
    of: [defineArrayMember({ type: 'refundRule' })],
    validation: (rule) => rule.max(6).custom<RefundRule[]>((value) => refundsProblem(value) ?? true),
  });
