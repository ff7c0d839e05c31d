import type { OrderFilters } from '#contract/management-orders.ts';
import { placeMessage } from '#contract/place-names.ts';
import { listMessages } from './messages.ts';

/**
 * Returns the options of the filter. Camps such as `Spark Camp, Bishan, 30 Nov – 2 Dec` come before the kinds of
 * class.
 */
export const itemOptions = ({ camps, classes, session }: OrderFilters): [id: string, label: string][] => [
  ...(session === null
    ? []
    : [
        [
          session.id,
          placeMessage({
            session: {
              class_type: session.name,
              session_date: session.day,
              session_time: session.time,
              location_name: session.base,
            },
          }),
        ] satisfies [string, string],
      ]),
  ...camps.map(({ id, name, base, from, until }): [string, string] => [
    id,
    placeMessage({ camp: { name, location_name: base, start_date: from, end_date: until } }),
  ]),
  ...classes.map(({ id, name }): [string, string] => [id, listMessages.classOf(name)]),
];
