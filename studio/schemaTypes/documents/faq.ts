import { defineField, defineType } from 'sanity';
import { withProduct } from '../../../src/config/brand.ts';
import { emoji, line, madeName, order } from '../fields.ts';

export const faqTopic = defineType({
  name: 'faqTopic',
  title: 'FAQ topic',
  type: 'document',
  icon: () => '🗂️',
  fields: [line({ name: 'title', title: 'Title', max: 60 }), madeName('faqTopic', 'slug'), order()],
  orderings: [{ name: 'order', title: 'Order on the site', by: [{ field: 'order', direction: 'asc' }] }],
  preview: { select: { title: 'title', subtitle: 'slug' } },
});

export const faq = defineType({
  name: 'faq',
  title: 'FAQ',
  type: 'document',
  icon: () => '❓',
  fields: [
    line({ name: 'question', title: 'Question', max: 140 }),
    defineField({
      name: 'answer',
      title: 'Answer',
      description: 'Start with the answer itself.',
      type: 'answerText',
    }),
    emoji({ initialValue: '💡' }),
    defineField({
      name: 'topic',
      title: 'Topic',
      type: 'reference',
      to: [{ type: 'faqTopic' }],
      validation: (rule) =>
        rule.required().error('Choose a topic: without one, no page shows this question.'),
    }),
    order(),
  ],
  orderings: [
    {
      name: 'topic',
      title: 'By topic',
      by: [
        { field: 'topic.order', direction: 'asc' },
        { field: 'order', direction: 'asc' },
      ],
    },
  ],
  preview: {
    select: { question: 'question', topic: 'topic.title', emoji: 'emoji' },
    prepare: ({ question, topic, emoji: sign }) => ({
      title: `${String(sign ?? '')} ${withProduct(String(question ?? 'No question'))}`.trim(),
      subtitle: String(topic ?? 'No topic'),
    }),
  },
});
