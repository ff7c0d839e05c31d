import type { Collector } from './orders.ts';

const list = new Intl.ListFormat('en-GB');

/** Returns for example `Mei Tan (aunt) and Jun Lim`. */
export const collectorNames = (collectors: readonly Pick<Collector, 'name' | 'relationship'>[]): string =>
  list.format(
    collectors.map(({ name, relationship }) => (relationship ? `${name} (${relationship})` : name)),
  );
