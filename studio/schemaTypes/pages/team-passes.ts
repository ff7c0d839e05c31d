import { defineType } from 'sanity';
import { chat, datedPart, head, link, listOf, part, questions, seo, words } from './fields.ts';

export const teamPassesPage = defineType({
  name: 'teamPassesPage',
  title: 'Team passes',
  type: 'document',
  icon: () => '🧢',
  fields: [
    part('hero', 'First screen', head()),
    part('teams', 'Teams', [
      ...head(),
      words({ name: 'agesLabel', title: 'Ages', max: 40 }),
      words({ name: 'levelsLabel', title: 'Levels', max: 40 }),
      words({ name: 'groupLabel', title: 'Group', max: 60 }),
      words({ name: 'passesHeading', title: 'Heading for the passes', max: 80, fills: ['team'] }),
      words({ name: 'bookLabel', title: 'Button', max: 40, fills: ['pass', 'team'] }),
    ]),
    datedPart('ladder', 'How a child moves up', [...head(), listOf('steps', 'Steps', 'point', 2, 6)]),
    questions(),
    datedPart('closing', 'Closing', [...head(), link('link', 'Button'), chat('chat', 'WhatsApp button')]),
    seo(),
  ],
  preview: { prepare: () => ({ title: 'Team passes', subtitle: '/team-passes' }) },
});
