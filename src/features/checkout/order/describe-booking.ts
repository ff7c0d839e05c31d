import type { OrderView } from '#contract/orders.ts';
import { longPlaceText } from '#contract/place-names.ts';

/** Returns for example "Spark Camp, Bishan, Mon 7 – Wed 9 Dec 2026". */
export const describeBooking = ({ lines }: Pick<OrderView, 'lines'>): string =>
  [...new Set(lines.map((line) => longPlaceText(line) || line.title))].join(' and ');
