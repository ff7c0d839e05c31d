import { defineArrayMember, defineField, defineType } from 'sanity';
import { brand } from '../../../src/config/brand.ts';
import { flag, line, paragraph } from '../fields.ts';

/** Texts and switch of the assistant behind the chat button (decisions "The assistant"). */
export const assistant = defineType({
  name: 'assistant',
  title: `Ask the ${brand.product}`,
  type: 'document',
  icon: () => '🦦',
  fields: [
    flag('enabled', 'Shown', true, 'Off: the chat button opens the choices only.'),
    line({ name: 'heading', title: 'Heading', max: 40 }),
    paragraph({
      name: 'opening',
      title: 'First words',
      description: 'The voice: short, concrete, warm.',
      max: 200,
    }),
    line({
      name: 'disclosure',
      title: 'What it is',
      description: 'Says that it is a program, and where the answers come from.',
      max: 160,
    }),
    line({ name: 'placeholder', title: 'In the empty field', max: 60 }),
    paragraph({ name: 'nothing', title: 'When it finds nothing', max: 240 }),
    paragraph({
      name: 'person',
      title: 'When a person should answer',
      description: 'One child’s health, a booking of one’s own, other people.',
      max: 240,
    }),
    paragraph({
      name: 'voice',
      title: 'How it sounds',
      description:
        'For a language model, where there is one: the tone in a few words. It changes no rule, and nothing in it is a fact that may be said.',
      max: 300,
      optional: true,
    }),
    defineField({
      name: 'suggestions',
      title: 'Questions to tap',
      description: 'Three a page.',
      type: 'array',
      of: [defineArrayMember({ type: 'pageQuestions' })],
    }),
  ],
  preview: { prepare: () => ({ title: `Ask the ${brand.product}` }) },
});
