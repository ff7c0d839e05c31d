import { defineType } from 'sanity';
import { moment } from '../time-fields.ts';

/** When parents see something. Without “From” at once, without “Until” for good. */
export const showing = defineType({
  name: 'showing',
  title: 'Shown',
  type: 'object',
  options: { columns: 2 },
  fields: [moment('from', 'From'), moment('until', 'Until')],
});
