import { defineArrayMember, defineField, defineType } from 'sanity';
import { screens } from '../../../src/config/wording.ts';
import type { Change } from '../../../supabase/functions/_shared/contract/wording.ts';
import { screenIdOf } from '../../wording/ids.ts';
import { changeProblem } from '../../wording/problems.ts';
import { WordingInput } from '../../wording/WordingInput.tsx';

type StoredChange = Omit<Change, 'key'> & { _key: string };

/**
 * The changed sentences of a screen. Each change has the key of its sentence as its `_key` (decisions "Sentences are
 * content").
 */
export const wording = defineType({
  name: 'wording',
  title: 'Screen texts',
  type: 'document',
  icon: () => '🗨️',
  fields: [
    defineField({
      name: 'changes',
      title: 'Sentences',
      type: 'array',
      components: { input: WordingInput },
      of: [
        defineArrayMember({
          name: 'change',
          type: 'object',
          fields: [
            defineField({ name: 'was', title: 'Our sentence', type: 'string', readOnly: true }),
            defineField({ name: 'text', title: 'Your sentence', type: 'string' }),
          ],
        }),
      ],
      validation: (rule) =>
        rule.custom<StoredChange[]>((changes, { document }) => {
          const problems = (changes ?? []).flatMap(({ _key, was, text }) => {
            const message = changeProblem(screenIdOf(document?._id), { key: _key, was, text });
            return message === null ? [] : [{ message, path: [{ _key }, 'text'] }];
          });
          return problems.length === 0 ? true : problems;
        }),
    }),
  ],
  preview: {
    select: { id: '_id' },
    prepare: ({ id }) => {
      const screen = screens.find((one) => one.id === screenIdOf(String(id)));
      return { title: `Words: ${screen?.title ?? String(id)}` };
    },
  },
});
