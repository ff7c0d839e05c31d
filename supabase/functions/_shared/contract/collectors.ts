import type { Collector } from './orders.ts';

const list = new Intl.ListFormat('en-GB');

/** "Siti Aminah (Grandmother) and Rahim bin Ali": the people besides the parents who may collect; '' for none. */
export const collectorNames = (collectors: readonly Pick<Collector, 'name' | 'relationship'>[]): string =>
  list.format(
    collectors.map(({ name, relationship }) => (relationship ? `${name} (${relationship})` : name)),
  );
