import { defineField, defineType } from 'sanity';
import { proofRemark } from '../rules/proof.ts';

const source = (name: string, title: string, description: string) =>
  defineField({
    name,
    title,
    description,
    type: 'string',
    options: {
      list: [
        { value: 'real', title: 'Real' },
        { value: 'simulated', title: 'Simulated' },
        { value: 'off', title: 'Off' },
      ],
      layout: 'radio',
      direction: 'horizontal',
    },
    initialValue: 'real',
    validation: (rule) => [
      rule.required().error('Real, simulated or off?'),
      rule.custom((value) => proofRemark(value) ?? true).warning(),
    ],
  });

/** The source of each proof widget's numbers (decisions "Truth in selling"). */
export const proofSettings = defineType({
  name: 'proofSettings',
  title: 'Proof',
  type: 'document',
  icon: () => '🔎',
  fields: [
    source('socialProof', 'Recent bookings', 'Real: paid bookings of the last days, never with a name.'),
    source('viewers', 'Visitors looking at a place', 'Real: seen in the last 60 seconds, shown from 2 up.'),
    source(
      'countdown',
      'Early-bird countdown',
      'Real: to the deadline of a rung; without one there is none.',
    ),
    source('earlyBirdPlaces', 'Early-bird places left', 'Real: counted for each camp.'),
    source('spotsLeft', 'Spots left and fill bars', 'Real: capacity without what is paid or held.'),
  ],
  preview: { prepare: () => ({ title: 'Proof' }) },
});
