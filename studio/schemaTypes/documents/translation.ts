import { defineArrayMember, defineField, defineType } from 'sanity';
import { isOfSentences, translatedId } from '../../../src/config/translatable.ts';
import { screens } from '../../../src/config/wording.ts';
import { type Pair, translationProblem } from '../../translation/pairs.ts';
import { TranslationInput } from '../../translation/TranslationInput.tsx';
import { screenIdOf } from '../../wording/ids.ts';

/** The Chinese texts of another document, or of the sentences of a screen (decisions "Languages"). */
export const translation = defineType({
  name: 'translation',
  title: 'Chinese texts',
  type: 'document',
  icon: () => '🀄',
  fields: [
    defineField({
      name: 'texts',
      title: 'Texts',
      type: 'array',
      components: { input: TranslationInput },
      of: [
        defineArrayMember({
          name: 'pair',
          type: 'object',
          fields: [
            defineField({ name: 'was', title: 'English', type: 'text', readOnly: true }),
            defineField({ name: 'text', title: 'Chinese', type: 'text' }),
            defineField({ name: 'proposed', title: 'Proposed, not read', type: 'boolean' }),
          ],
        }),
      ],
      validation: (rule) =>
        rule.custom<Pair[]>((pairs, { document }) => {
          const id = translatedId(document?._id);
          const problems = (pairs ?? []).flatMap((pair) => {
            const message = id === null ? null : translationProblem(id, pair);
            return message === null ? [] : [{ message, path: [{ _key: pair._key }, 'text'] }];
          });
          return problems.length === 0 ? true : problems;
        }),
    }),
  ],
  preview: {
    select: { id: '_id', first: 'texts.0.text' },
    prepare: ({ id, first }) => {
      const documentId = translatedId(String(id));
      const screen = isOfSentences(documentId)
        ? screens.find((one) => one.id === screenIdOf(documentId ?? ''))
        : undefined;
      return {
        title: `中文: ${screen?.title ?? documentId ?? ''}`,
        subtitle: typeof first === 'string' ? first : '',
      };
    },
  },
});
