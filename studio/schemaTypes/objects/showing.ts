import { defineType } from 'sanity';
import { moment } from '../time-fields.ts';

/** When parents see a text or section. If “From” is empty, it is shown at once. If “Until” is empty, it never ends. */
export const showing = defineType({
  name: 'showing',
  title: 'Shown',
  type: 'object',
  options: { columns: 2 },
  fields: [moment('from', 'From'), moment('until', 'Until')],
});
