import { defineField, defineType } from 'sanity';
import { pageList } from '../../../src/config/pages.ts';
import { lines } from '../fields.ts';

const publicPages = pageList
  .filter(({ search, popups }) => search !== undefined || popups !== undefined)
  .map(({ name, title }) => ({ value: name, title }));

export const pageQuestions = defineType({
  name: 'pageQuestions',
  title: 'Questions for a page',
  type: 'object',
  fields: [
    defineField({
      name: 'page',
      title: 'Page',
      description: 'Leave this empty for all pages that have no questions of their own.',
      type: 'string',
      options: { list: publicPages },
    }),
    lines({ name: 'questions', title: 'Questions', min: 3, max: 3 }),
  ],
  preview: {
    select: { page: 'page', first: 'questions.0' },
    prepare: ({ page, first }) => ({
      title: publicPages.find(({ value }) => value === page)?.title ?? 'All other pages',
      subtitle: String(first ?? ''),
    }),
  },
});
