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
      rule.required().error('Choose real, simulated or off.'),
      rule.custom((value) => proofRemark(value) ?? true).warning(),
    ],
  });

/** The sources of the numbers of the proof widgets (decisions "Truth in selling"). */
export const proofSettings = defineType({
  name: 'proofSettings',
  title: 'Proof and counters',
  type: 'document',
  icon: () => '🔎',
  fields: [
    source(
      'socialProof',
      'Recent bookings',
      'Real: paid bookings from the last few days, never with a name.',
    ),
    source(
      'viewers',
      'Visitors looking at a base',
      'Real: visitors in the last 60 seconds, shown when there are at least 2.',
    ),
    source(
      'countdown',
      'Early-bird countdown',
      'Real: it runs to the deadline of a rung. Without a deadline, there is no countdown.',
    ),
    source('earlyBirdPlaces', 'Early-bird spots left', 'Real: counted for each camp.'),
    source('spotsLeft', 'Spots left and fill bars', 'Real: the capacity minus spots that are paid or held.'),
  ],
  preview: { prepare: () => ({ title: 'Proof and counters' }) },
});
